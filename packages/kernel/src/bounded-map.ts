/**
 * A map that never holds more than `limit` entries: the least recently used one makes room.
 * For every cache whose keys a stranger can choose.
 */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #limit: number;
  readonly #onEvict: ((key: K, value: V) => void) | undefined;
  /** The most recently used key: the one that is asked for again and again on a hot path. */
  #newest: K | undefined;

  constructor(limit: number, onEvict?: (key: K, value: V) => void) {
    if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`limit must be ≥ 1: ${limit}`);
    this.#limit = limit;
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value of `key`, now the most recently used; undefined where there is none. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined || key === this.#newest) return value;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#newest = key;
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#newest = key;
    if (this.#entries.size <= this.#limit) return;
    for (const [oldest, evicted] of this.#entries) {
      this.#entries.delete(oldest);
      this.#onEvict?.(oldest, evicted);
      break;
    }
  }

  delete(key: K): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Empties the map, handing each value to `take`. */
  drain(take: (value: V) => void): void {
    for (const value of this.#entries.values()) take(value);
    this.#entries.clear();
  }
}
