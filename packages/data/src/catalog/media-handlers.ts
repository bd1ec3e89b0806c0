import { type MediaType, parseMediaType } from '../parse/headers/media-type.ts';
import { nameKey, type QualifiedName } from './names.ts';
import type { RawHandler } from './read/raw-catalog.ts';

/** How rows become a media type. */
export type Handler =
  | { readonly kind: 'json' | 'csv' | 'geojson' | 'none' }
  /** One object, or an array of them, where the media type itself says so. */
  | { readonly kind: 'object' | 'array'; readonly stripNulls: boolean }
  /** An aggregate (over any row, or over rows of `target`) or a cast to a domain. */
  | {
      readonly kind: 'custom';
      readonly function: QualifiedName;
      readonly target: QualifiedName | undefined;
    };

/** A handler and the type of what it makes, which for the wildcard handler is not the one asked for. */
export interface ResolvedHandler {
  readonly handler: Handler;
  readonly type: MediaType;
}

const anyRow = 'pg_catalog\0anyelement';

const builtIn: readonly (readonly [string, Handler])[] = [
  ['*/*', { kind: 'json' }],
  ['application/json', { kind: 'json' }],
  ['text/csv', { kind: 'csv' }],
  ['application/geo+json', { kind: 'geojson' }],
];

/** The handlers of a database: those that are built in, and those it brings. */
export class MediaHandlers {
  readonly #handlers = new Map<string, ResolvedHandler>();

  constructor(rows: readonly RawHandler[]) {
    for (const [mime, handler] of builtIn) {
      const type = parseMediaType(mime === '*/*' ? 'application/json' : mime);
      this.#handlers.set(`${anyRow}\0${mime}`, { handler, type });
    }
    for (const row of rows) this.#add(row);
  }

  /** The handler of one relation or function for a media type; undefined where it has none of its own. */
  of(target: QualifiedName, mime: string): ResolvedHandler | undefined {
    return this.#handlers.get(`${nameKey(target)}\0${mime}`);
  }

  /** The handler of any row for a media type. */
  ofAny(mime: string): ResolvedHandler | undefined {
    return this.#handlers.get(`${anyRow}\0${mime}`);
  }

  #add([schema, name, targetSchema, targetName, mediaType]: RawHandler): void {
    const target = { schema: targetSchema, name: targetName };
    const isAny = nameKey(target) === anyRow;
    const handler: Handler = {
      kind: 'custom',
      function: { schema, name },
      target: isAny ? undefined : target,
    };
    const mime = parseMediaType(mediaType.toLowerCase()).mime;
    const type = parseMediaType(mime === '*/*' ? 'application/octet-stream' : mime);
    this.#handlers.set(`${nameKey(target)}\0${mime}`, { handler, type });
  }
}
