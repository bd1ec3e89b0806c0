import type { LogPosition } from '../change-source.ts';
import { type Departed, type Returning, whoReturns } from './who-returns.ts';

/** A subscriber that may come back. */
export interface RememberedEntry extends Departed {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Who was dropped lately, by name. Several may have one name: each that comes back takes one entry. */
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

  /** Where a client of `name` goes on, and the id of the entry that it takes. */
  take(
    name: string,
    returning: Returning,
    now: number,
  ): { readonly position: LogPosition; readonly id: string } | undefined {
    const all = this.#byName.get(name);
    if (all === undefined) return undefined;
    const valid = all.filter(({ until }) => until >= now);
    const found = whoReturns(valid, returning);
    const rest = valid.filter((entry) => entry !== found?.taken);
    this.#size -= all.length - rest.length;
    if (rest.length === 0) this.#byName.delete(name);
    else this.#byName.set(name, rest);
    return found && { position: found.position, id: found.taken.id };
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
