import { limits, tooMuch } from './limits.ts';

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Bounds on a JSON text. */
export interface JsonBounds {
  /** Arrays and objects inside each other: Postgres' own parser would run out of stack. */
  readonly depth: number;
  /** Objects altogether: reading them keeps all other requests waiting. */
  readonly objects: number;
}

/** The first bound that a text is beyond; undefined where it keeps to them. It need not be valid JSON. */
export function jsonExcess(bytes: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
  let depth = 0;
  let objects = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) index = endOfString(bytes, index);
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > bounds.depth) return 'depth';
      if (byte === openBrace) objects += 1;
      if (objects > bounds.objects) return 'objects';
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
  }
  return undefined;
}

/**
 * The text of a filter or argument as it is. Throws PGRST100 where it begins as JSON, or as an array of it, and
 * is deeper than a body may be: Postgres parses it as that wherever the column is of such a type.
 */
export function shallowValue(text: string): string {
  const { jsonDepth } = limits;
  if (text.length <= jsonDepth || !/^\s*[[{]/.test(text)) return text;
  const bounds = { depth: jsonDepth, objects: Number.POSITIVE_INFINITY };
  const isDeep = (json: string): boolean => jsonExcess(Buffer.from(json), bounds) !== undefined;
  if (isDeep(text) || (!isJson(text) && isDeep(unquoted(text)))) {
    throw tooMuch('value', `${jsonDepth} arrays and objects inside each other`);
  }
  return text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The elements of an array without the quotes around them. */
function unquoted(text: string): string {
  return text.replace(/\\?"/g, (mark) => (mark === '"' ? '' : '"'));
}

/** The text of a search query as it is. Throws PGRST100 where its parentheses nest too deep for Postgres. */
export function shallowSearch(text: string): string {
  let depth = 0;
  for (const [parenthesis] of text.matchAll(/[()]/g)) {
    depth += parenthesis === '(' ? 1 : -1;
    if (depth > limits.searchDepth) {
      throw tooMuch('search query', `${limits.searchDepth} parentheses inside each other`);
    }
  }
  return text;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(quote, start + 1);
  while (end > 0 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1);
  return end < 0 ? bytes.length : end;
}

/** A quote is escaped behind an odd number of backslashes. */
function isEscaped(bytes: Uint8Array, position: number): boolean {
  let backslashes = 0;
  while (bytes[position - 1 - backslashes] === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}
