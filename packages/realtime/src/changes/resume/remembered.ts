import type { LogPosition } from '../change-source.ts';
import { isBehind } from '../dispatch/positions.ts';

/** A subscriber that may come back. */
export interface RememberedEntry {
  readonly id: string;
  readonly position: LogPosition;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Who was dropped lately, by name. Several may have one name: each that comes back takes one entry, the oldest first. */
export class Remembered {
  readonly #limit: number;
  readonly #byName = new Map<string, RememberedEntry[]>();
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  add(name: string, entry: RememberedEntry): void {
    const entries = this.#byName.get(name) ?? [];
    entries.push(entry);
    // The name that was used last goes last, so that the first ones are the oldest.
    this.#byName.delete(name);
    this.#byName.set(name, entries);
    this.#size += 1;
    if (this.#size > this.#limit) this.#dropOldest();
  }

  /** The entry of `name` that stands furthest back. */
  take(name: string, now: number): RememberedEntry | undefined {
    const all = this.#byName.get(name);
    if (all === undefined) return undefined;
    const valid = all.filter(({ until }) => until >= now);
    let first = valid[0];
    for (const entry of valid) {
      if (first !== undefined && isBehind(first.position, entry.position)) first = entry;
    }
    const rest = valid.filter((entry) => entry !== first);
    this.#size -= all.length - rest.length;
    if (rest.length === 0) this.#byName.delete(name);
    else this.#byName.set(name, rest);
    return first;
  }

  /** Forgets who stayed away too long. */
  expire(now: number): void {
    for (const [name, entries] of this.#byName) {
      const valid = entries.filter(({ until }) => until >= now);
      this.#size -= entries.length - valid.length;
      if (valid.length === 0) this.#byName.delete(name);
      else this.#byName.set(name, valid);
    }
  }

  #dropOldest(): void {
    for (const [name, entries] of this.#byName) {
      entries.shift();
      this.#size -= 1;
      if (entries.length === 0) this.#byName.delete(name);
      return;
    }
  }
}
