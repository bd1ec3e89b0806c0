import type { KeyValueStore } from '../browser.ts';

/** A `KeyValueStore` that forgets with the page; for tests and for browsers without storage. */
export function memoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set(key, value) {
      values.set(key, value);
      return true;
    },
    delete(key) {
      values.delete(key);
    },
    keys: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
  };
}
