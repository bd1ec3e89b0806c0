import type { Json, JsonObject } from '@plinth/kernel';

/** The value where it is an object, else undefined. */
export function recordOf(value: Json | undefined): JsonObject | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as JsonObject) : undefined;
}
