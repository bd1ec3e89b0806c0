import { BoundedMap } from '@plinth/kernel';
import { quoteIdentifier, type Setting, type Statement } from '@plinth/postgres';
import type { SchemaCache } from '../catalog/schema-cache.ts';
import type { DataSettings } from '../settings/data-settings.ts';
import { qualified, sql } from '../sql/fragment.ts';
import type { Prepared } from './prepared.ts';

/** Prepared requests kept; each is a statement's text and what planning found out. */
const mostPrepared = 1_000;

/** Longest statement and key worth keeping, in characters: longer ones are lists that come once. */
const longestKept = 16_384;

/**
 * What a request is answered with, from its beginning to its end: schema, settings, and the requests
 * prepared for them. A reload replaces the whole; requests under way keep theirs.
 */
export class Snapshot {
  readonly cache: SchemaCache;
  readonly settings: DataSettings;
  /** Runs before the statement of each request. */
  readonly preRequest: Statement | undefined;
  readonly #prepared = new BoundedMap<string, Prepared>(mostPrepared);
  readonly #searchPaths: ReadonlyMap<string, Setting>;

  constructor(cache: SchemaCache, settings: DataSettings) {
    this.cache = cache;
    this.settings = settings;
    const { preRequest } = settings;
    this.preRequest = preRequest && { text: sql`select ${qualified(preRequest)}()`.render().text };
    this.#searchPaths = new Map(
      settings.schemas.map((schema) => [schema, searchPath(schema, settings.extraSearchPath)]),
    );
  }

  /** The request prepared under a key, or what `prepare` makes of it. Nothing is kept where it throws. */
  prepared<P extends Prepared>(key: string, prepare: () => P): P {
    const known = this.#prepared.get(key);
    // The key begins with the kind of the request, so that what is found is of its kind.
    if (known !== undefined) return known as P;
    const made = prepare();
    if (Math.max(made.main.text.length, key.length) <= longestKept) this.#prepared.set(key, made);
    return made;
  }

  /** The setting of the search path for a request to `schema`. */
  searchPath(schema: string): Setting {
    return this.#searchPaths.get(schema) ?? searchPath(schema, this.settings.extraSearchPath);
  }
}

function searchPath(schema: string, extra: readonly string[]): Setting {
  return ['search_path', [schema, ...extra].map(quoteIdentifier).join(', ')];
}
