import { blockSize } from './plan-fetch.ts';

/** A row as blocks keep it. */
interface KeyedRow {
  readonly keyId: string | null;
  readonly fresh?: ReadonlySet<number> | 'all' | 'gone';
}

/** The rows at hand, in blocks of `blockSize`; those that were loaded long ago are let go first. */
export class RowBlocks<R extends KeyedRow> {
  readonly #blocks = new Map<number, R[]>();

  has(block: number): boolean {
    return this.#blocks.has(block);
  }

  numbers(): Iterable<number> {
    return this.#blocks.keys();
  }

  set(block: number, rows: R[]): void {
    this.#blocks.delete(block);
    this.#blocks.set(block, rows);
  }

  rowAt(index: number): R | undefined {
    return this.#blocks.get(Math.floor(index / blockSize))?.[index % blockSize];
  }

  /** Where the row with this key is; -1 where it is not at hand. */
  indexOf(keyId: string): number {
    for (const [block, rows] of this.#blocks) {
      const at = rows.findIndex((row) => row.keyId === keyId);
      if (at >= 0) return block * blockSize + at;
    }
    return -1;
  }

  find(keyId: string): R | undefined {
    const index = this.indexOf(keyId);
    return index < 0 ? undefined : this.rowAt(index);
  }

  /** Puts a row in the place of the one with this key; false where there is none. */
  put(keyId: string, row: R): boolean {
    const index = this.indexOf(keyId);
    const rows = this.#blocks.get(Math.floor(index / blockSize));
    if (rows === undefined) return false;
    rows[index % blockSize] = row;
    return true;
  }

  /** The rows of some blocks by their keys. */
  byKey(firstBlock: number, lastBlock: number): ReadonlyMap<string, R> {
    const found = new Map<string, R>();
    for (let block = firstBlock; block <= lastBlock; block += 1)
      for (const row of this.#blocks.get(block) ?? [])
        if (row.keyId !== null) found.set(row.keyId, row);
    return found;
  }

  /** Rows are no longer marked as changed by others. */
  fade(): void {
    for (const rows of this.#blocks.values()) {
      rows.forEach((row, at) => {
        if (row.fresh === undefined || row.fresh === 'gone') return;
        const { fresh: _, ...rest } = row;
        rows[at] = rest as R;
      });
    }
  }

  /** Lets blocks go until there are so many; gives their numbers. */
  shrink(most: number): readonly number[] {
    const gone: number[] = [];
    for (const block of this.#blocks.keys()) {
      if (this.#blocks.size <= most) break;
      this.#blocks.delete(block);
      gone.push(block);
    }
    return gone;
  }
}
