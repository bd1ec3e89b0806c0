/** A change that was heard; keys as `encodeRowKey` writes them. */
export type HeardChange =
  | { readonly kind: 'insert' | 'update'; readonly id: string; readonly oldId?: string }
  | { readonly kind: 'delete'; readonly id: string };

/** What has changed since the last batch. */
export interface ChangeBatch {
  readonly inserted: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** All rows that were named, under their old and new keys. */
  readonly touched: ReadonlySet<string>;
  /** By how many rows the table grew. */
  readonly by: number;
}

export interface GathererOptions {
  readonly deliver: (batch: ChangeBatch) => void;
  /** Milliseconds from the first change to its batch: those of one transaction come together. */
  readonly pause: number;
  /** Milliseconds between two batches at least. */
  readonly rest: number;
  readonly now: () => number;
}

/** Most keys that a batch names; a flood is followed by what is loaded again, not by its keys. */
const mostKeys = 1000;

/** Puts changes together into batches, so that a flood of them loads the rows anew once a moment. */
export class ChangeGatherer {
  readonly #options: GathererOptions;
  #inserted = new Set<string>();
  #deleted = new Set<string>();
  #touched = new Set<string>();
  #by = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = Number.NEGATIVE_INFINITY;

  constructor(options: GathererOptions) {
    this.#options = options;
  }

  add(change: HeardChange): void {
    const { pause, rest, now } = this.#options;
    if (change.kind === 'insert') this.#by += 1;
    if (change.kind === 'delete') this.#by -= 1;
    if (this.#touched.size < mostKeys) this.#note(change);
    if (this.#timer !== undefined) return;
    const wait = Math.max(pause, this.#last + rest - now());
    this.#timer = setTimeout(() => this.#flush(), wait);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #note(change: HeardChange): void {
    const { kind, id } = change;
    this.#touched.add(id);
    if (kind === 'insert') {
      this.#inserted.add(id);
      this.#deleted.delete(id);
    } else if (kind === 'delete') {
      this.#deleted.add(id);
      this.#inserted.delete(id);
    } else if (change.oldId !== undefined) this.#touched.add(change.oldId);
  }

  #flush(): void {
    this.#timer = undefined;
    this.#last = this.#options.now();
    const batch = {
      inserted: this.#inserted,
      deleted: this.#deleted,
      touched: this.#touched,
      by: this.#by,
    };
    this.#inserted = new Set();
    this.#deleted = new Set();
    this.#touched = new Set();
    this.#by = 0;
    this.#options.deliver(batch);
  }
}
