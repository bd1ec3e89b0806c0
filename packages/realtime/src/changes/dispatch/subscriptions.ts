import type { Subscriber } from './subscriber.ts';

/** Who subscribes to which tables, by their names: a table that is made anew keeps its subscribers. */
export class Subscriptions {
  readonly #byTable = new Map<string, Set<Subscriber>>();
  readonly #all = new Set<Subscriber>();

  get size(): number {
    return this.#all.size;
  }

  add(subscriber: Subscriber): void {
    this.#all.add(subscriber);
    for (const key of keysOf(subscriber)) {
      const known = this.#byTable.get(key);
      if (known === undefined) this.#byTable.set(key, new Set([subscriber]));
      else known.add(subscriber);
    }
  }

  remove(subscriber: Subscriber): void {
    this.#all.delete(subscriber);
    for (const key of keysOf(subscriber)) {
      const known = this.#byTable.get(key);
      known?.delete(subscriber);
      if (known?.size === 0) this.#byTable.delete(key);
    }
  }

  isEmpty(schema: string, table: string): boolean {
    return !lookups(schema, table).some((key) => this.#byTable.has(key));
  }

  of(schema: string, table: string): ReadonlySet<Subscriber> {
    const found = new Set<Subscriber>();
    for (const key of lookups(schema, table)) {
      for (const subscriber of this.#byTable.get(key) ?? []) found.add(subscriber);
    }
    return found;
  }

  [Symbol.iterator](): Iterator<Subscriber> {
    return this.#all.values();
  }
}

function keysOf({ bindings }: Subscriber): readonly string[] {
  return bindings.map(({ schema, table }) => keyOf(schema, table));
}

function lookups(schema: string, table: string): readonly string[] {
  return [keyOf(schema, table), keyOf(schema, '*'), keyOf('*', table), keyOf('*', '*')];
}

function keyOf(schema: string, table: string): string {
  return `${schema}\0${table}`;
}
