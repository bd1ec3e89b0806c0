/** One meta of a key: what one channel shows. Never changes: an update is another entry. */
export interface PresenceEntry {
  readonly key: string;
  /** `phx_ref`: unique over all nodes and times. */
  readonly ref: string;
  /** JSON text of the meta, `phx_ref` included. */
  readonly meta: string;
}

/** Those present on one topic, and what its observers have not been told yet. */
export class PresenceRoom {
  readonly topic: string;
  readonly #entries = new Map<string, PresenceEntry>();
  readonly #joins = new Map<string, PresenceEntry>();
  readonly #leaves = new Map<string, PresenceEntry>();
  #state: string | undefined;

  constructor(topic: string) {
    this.topic = topic;
  }

  /** Metas, over all keys. */
  get size(): number {
    return this.#entries.size;
  }

  get isUntold(): boolean {
    return this.#joins.size > 0 || this.#leaves.size > 0;
  }

  add(entry: PresenceEntry): void {
    if (this.#entries.has(entry.ref)) return;
    this.#entries.set(entry.ref, entry);
    // An entry that left and is back before anybody was told never left.
    if (!this.#leaves.delete(entry.ref)) this.#joins.set(entry.ref, entry);
  }

  remove(ref: string): void {
    const entry = this.#entries.get(ref);
    if (entry === undefined) return;
    this.#entries.delete(ref);
    if (!this.#joins.delete(ref)) this.#leaves.set(ref, entry);
  }

  /** The diff since the last one, from now on told; undefined where everything cancelled out. */
  takeDiff(): string | undefined {
    if (!this.isUntold) return undefined;
    const diff = `{"joins":${grouped(this.#joins.values())},"leaves":${grouped(this.#leaves.values())}}`;
    this.#joins.clear();
    this.#leaves.clear();
    this.#state = undefined;
    return diff;
  }

  /** What has been told so far: the same text for all who come between two diffs. */
  state(): string {
    this.#state ??= grouped(this.#told());
    return this.#state;
  }

  *#told(): Generator<PresenceEntry> {
    for (const entry of this.#entries.values()) if (!this.#joins.has(entry.ref)) yield entry;
    yield* this.#leaves.values();
  }
}

/** `{"key":{"metas":[…]},…}`; written as text, so that a key such as `__proto__` is a key like any other. */
function grouped(entries: Iterable<PresenceEntry>): string {
  const metas = new Map<string, string[]>();
  for (const { key, meta } of entries) {
    const known = metas.get(key);
    if (known === undefined) metas.set(key, [meta]);
    else known.push(meta);
  }
  const members = [...metas].map(([key, all]) => `${JSON.stringify(key)}:{"metas":[${all}]}`);
  return `{${members.join(',')}}`;
}
