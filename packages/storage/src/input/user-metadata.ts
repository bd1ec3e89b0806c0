import type { JsonObject } from '@plinth/kernel';
import { storageError } from '../errors.ts';

/** Largest metadata that a user attaches, in bytes of JSON. */
const largest = 1_048_576;

/** Deepest nesting of it: JavaScript and Postgres walk it with their stacks. */
const deepest = 100;

/** Metadata of an `x-metadata` header: base64 of JSON. What is not that is ignored, as upstream does. */
export function metadataOfHeader(header: unknown): JsonObject | undefined {
  if (typeof header !== 'string') return undefined;
  return parseMetadata(Buffer.from(header, 'base64').toString('utf8'));
}

/** Metadata of a form field: JSON. Throws `EntityTooLarge`. */
export function metadataOfField(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  if (Buffer.byteLength(text) > largest) {
    throw storageError('EntityTooLarge', {
      message: 'The user_metadata exceeded the maximum allowed size',
    });
  }
  return parseMetadata(text);
}

/** What Postgres cannot keep in jsonb (a NUL, thousands of levels) counts as no metadata too. */
function parseMetadata(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const isStorable = isObject && !text.includes('\\u0000') && !isDeeper(value, deepest);
    return isStorable ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}
