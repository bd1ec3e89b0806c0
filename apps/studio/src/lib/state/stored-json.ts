import type { ZodMiniType } from 'zod/mini';
import type { KeyValueStore } from '../browser.ts';

/** Reads a stored value of the shape `schema` describes; undefined where it is absent or of another shape. */
export function readJson<T>(
  store: KeyValueStore,
  key: string,
  schema: ZodMiniType<T>,
): T | undefined {
  const text = store.get(key);
  if (text === null) return undefined;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON; false where the browser's storage is full or forbidden. */
export function writeJson(store: KeyValueStore, key: string, value: unknown): boolean {
  return store.set(key, JSON.stringify(value));
}
