import type { JsonObject } from '@plinth/kernel';

/** Metadata with changes: members are replaced whole, null removes one. */
export function mergeMetadata(current: JsonObject | null, changes: JsonObject): JsonObject {
  const merged = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(merged);
}
