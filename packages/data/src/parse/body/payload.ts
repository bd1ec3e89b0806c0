import { jsonExcess } from '../depth.ts';
import { contentType, type MediaType, parseMediaType } from '../headers/media-type.ts';
import { limits } from '../limits.ts';
import { type QueryParameter, splitQuery } from '../query/split-query.ts';
import { csvToJson } from './csv-to-json.ts';
import { invalidBody } from './invalid-body.ts';

/** A request body, as far as planning needs to look into it. */
export type Payload =
  /** JSON (or what was made into it), handed to Postgres as it came. */
  | {
      readonly kind: 'json';
      readonly content: Buffer;
      /** The text is one object; otherwise an array of them. */
      readonly isObject: boolean;
      /** Keys that all objects have, sorted; undefined where `columns` spares looking into the body. */
      readonly keys: readonly string[] | undefined;
    }
  /** Arguments of a function, as text. */
  | { readonly kind: 'form'; readonly parameters: readonly QueryParameter[] }
  /** The whole body is the one argument of a function. */
  | { readonly kind: 'raw'; readonly content: Buffer };

/** What the body is for, and whether the `columns` parameter says which keys count. */
export interface PayloadUse {
  readonly isCall: boolean;
  readonly hasColumns: boolean;
}

/** The media type of a body; JSON where the header is missing. */
export function payloadType(header: string | undefined): MediaType {
  return parseMediaType(header ?? 'application/json');
}

/** Reads a body by its media type. Throws PGRST102. */
export function parsePayload(content: Buffer, type: MediaType, use: PayloadUse): Payload {
  switch (type.kind) {
    case 'json':
      return jsonPayload(content, use);
    case 'csv':
      return csvPayload(content);
    case 'form':
      return formPayload(content, use);
    case 'text':
    case 'xml':
    case 'bytes':
      if (use.isCall) return { kind: 'raw', content };
  }
  throw invalidBody(`Content-Type not acceptable: ${contentType(type).split('; charset')[0]}`);
}

const emptyObject = Buffer.from('{}');
const emptyArray = Buffer.from('[]');

function jsonPayload(content: Buffer, { isCall, hasColumns }: PayloadUse): Payload {
  if (content.length === 0 && isCall && !hasColumns) return objectPayload(emptyObject, []);
  requireBounded(content);
  if (hasColumns) {
    return { kind: 'json', content, isObject: startsWithBrace(content), keys: undefined };
  }
  const value = parseJson(content);
  if (Array.isArray(value)) return arrayPayload(content, value);
  if (typeof value === 'object' && value !== null) {
    return objectPayload(content, Object.keys(value).sort());
  }
  return { kind: 'json', content: emptyArray, isObject: false, keys: [] };
}

const bounds = { depth: limits.jsonDepth, objects: limits.objects };

function requireBounded(content: Buffer): void {
  const excess = jsonExcess(content, bounds);
  if (excess === 'depth') {
    throw invalidBody(`The JSON is nested more than ${limits.jsonDepth} deep`);
  }
  if (excess === 'objects') throw invalidBody(`The JSON has more than ${limits.objects} objects`);
}

function objectPayload(content: Buffer, keys: readonly string[]): Payload {
  return { kind: 'json', content, isObject: true, keys };
}

function arrayPayload(content: Buffer, items: readonly unknown[]): Payload {
  const keys = uniformKeys(items);
  if (keys === undefined) throw invalidBody('All object keys must match');
  return { kind: 'json', content, isObject: false, keys };
}

/** The keys that each item has, no more and no less, sorted; undefined where they differ. */
function uniformKeys(items: readonly unknown[]): readonly string[] | undefined {
  if (items.length === 0) return [];
  const [first] = items;
  if (!isObject(first)) return undefined;
  const keys = Object.keys(first).sort();
  const same = items.every(
    (item) =>
      isObject(item) &&
      Object.keys(item).length === keys.length &&
      keys.every((key) => Object.hasOwn(item, key)),
  );
  return same ? keys : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw invalidBody('Empty or invalid json');
  }
}

function startsWithBrace(content: Buffer): boolean {
  return /^[ \t\r\n]*\{/.test(content.toString('latin1', 0, 1_000));
}

function csvPayload(content: Buffer): Payload {
  const { json, keys } = csvToJson(content.toString('utf8'));
  return { kind: 'json', content: Buffer.from(json), isObject: false, keys };
}

function formPayload(content: Buffer, { isCall }: PayloadUse): Payload {
  const parameters = splitQuery(content.toString('latin1'));
  if (isCall) return { kind: 'form', parameters };
  const object = Object.fromEntries(parameters.map(({ name, value }) => [name, value ?? '']));
  return objectPayload(Buffer.from(JSON.stringify(object)), Object.keys(object).sort());
}
