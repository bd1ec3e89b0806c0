import type { Json, JsonObject } from '@plinth/kernel';
import { authError } from '../errors.ts';

/** Deepest nesting that is taken; Postgres and JSON.stringify both recurse. */
const deepest = 100;

/**
 * A body that Postgres can store: a NUL byte, which no text of it can hold, and absurd nesting are
 * refused; half a surrogate pair becomes U+FFFD, as Go reads it.
 */
export function cleanInput<T>(value: T): T {
  return clean(value, 0) as T;
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) {
    throw authError('validation_failed', { message: 'The request body is nested too deeply' });
  }
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  const entries = Object.entries(value).map(([key, item]) => [
    cleanText(key),
    clean(item, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** A text without NUL and with whole characters. Throws `validation_failed`. */
export function cleanText(text: string): string {
  if (text.includes('\0')) {
    throw authError('validation_failed', { message: 'A text cannot hold a NUL byte' });
  }
  return toWellFormed(text);
}

/** The text, where a column of 255 characters can hold it. Throws `validation_failed`. */
export function assertShort(text: string, name: string): string {
  if (text.length <= 255) return text;
  throw authError('validation_failed', { message: `${name} is too long` });
}

function toWellFormed(text: string): string {
  return text.replace(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    '\uFFFD',
  );
}

/** Cleaned metadata as JSON; what is absent or null is undefined. */
export function metadata(
  value: Readonly<Record<string, unknown>> | null | undefined,
): JsonObject | undefined {
  return value === null || value === undefined
    ? undefined
    : (value as Readonly<Record<string, Json>>);
}
