import type { RowKey, RowsPage, RowsQuery, RowTotal, SavedRow } from '@plinth/console/api';
import { isAbort } from '../../../api/errors.ts';
import { type Anchor, blockSize, type Fetch, planFetch } from './plan-fetch.ts';
import { encodeRowKey } from './row-key.ts';

/** A row as it is shown. A change makes a new object. */
export interface LoadedRow {
  readonly values: readonly (string | null)[];
  /** Null where the rows of the table cannot be named (views). */
  readonly key: RowKey | null;
  readonly keyId: string | null;
  /** Full length in characters of the cells that came cut, by column. */
  readonly cut: ReadonlyMap<number, number> | null;
}

export interface RowWindowOptions {
  readonly query: (
    window: Pick<RowsQuery, 'after' | 'offset' | 'limit'>,
    signal: AbortSignal,
  ) => Promise<RowsPage>;
  readonly count: (signal: AbortSignal) => Promise<number>;
}

export interface RowWindowState {
  /** Null before the first answer. */
  readonly total: RowTotal | null;
  readonly counting: boolean;
  readonly error: unknown;
  readonly milliseconds: number | undefined;
}

const mostBlocks = 80;
/** A leap waits this long, so that dragging the scroll bar does not ask for everything on the way. */
const leapDelay = 70;
const noCut: null = null;

/** The rows of a table in one order, loaded where they are looked at. */
export class RowWindow {
  readonly #options: RowWindowOptions;
  readonly #listeners = new Set<() => void>();
  readonly #blocks = new Map<number, LoadedRow[]>();
  readonly #anchors = new Map<number, Anchor>();
  #stale = new Set<number>();
  #state: RowWindowState = {
    total: null,
    counting: false,
    error: null,
    milliseconds: undefined,
  };
  #sight: { first: number; last: number; direction: 'down' | 'up' } = {
    first: 0,
    last: blockSize - 1,
    direction: 'down',
  };
  #running: { fetch: Fetch; controller: AbortController } | null = null;
  #counting: AbortController | null = null;
  #leap: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: RowWindowOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A new object after every change, also of rows. */
  readonly state = (): RowWindowState => this.#state;

  /** Undefined while the row is on its way. */
  rowAt(index: number): LoadedRow | undefined {
    return this.#blocks.get(Math.floor(index / blockSize))?.[index % blockSize];
  }

  /** The row with this key among those at hand. */
  find(keyId: string): LoadedRow | undefined {
    for (const rows of this.#blocks.values()) {
      const row = rows.find((candidate) => candidate.keyId === keyId);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** Tells which rows are in sight; those and the next ones are loaded. */
  look(first: number, last: number): void {
    const before = this.#sight;
    const direction =
      first === before.first ? before.direction : first > before.first ? 'down' : 'up';
    this.#sight = { first, last, direction };
    clearTimeout(this.#leap);
    const isLeap =
      this.#state.total !== null && Math.abs(first - before.first) > 2 * (last - first + 1);
    if (isLeap) this.#leap = setTimeout(() => this.#pump(), leapDelay);
    else this.#pump();
  }

  /** Loads again what is in sight; what is shown stays until the new has come. */
  refresh(): void {
    for (const block of this.#blocks.keys()) this.#stale.add(block);
    this.#running?.controller.abort();
    this.#running = null;
    this.#change({ error: null });
    this.#pump();
  }

  /** Puts a saved row in the place of the one with this key. */
  replace(keyId: string, saved: SavedRow): void {
    for (const rows of this.#blocks.values()) {
      const at = rows.findIndex((row) => row.keyId === keyId);
      if (at < 0) continue;
      rows[at] = {
        values: saved.row,
        key: saved.key,
        keyId: encodeRowKey(saved.key),
        cut: saved.truncated.length === 0 ? noCut : new Map(saved.truncated),
      };
      this.#change({});
      return;
    }
  }

  /** Takes note that so many rows came (or went) and loads again. */
  grow(by: number): void {
    const { total } = this.#state;
    if (total !== null) this.#change({ total: { ...total, value: Math.max(0, total.value + by) } });
    if (by < 0) this.#anchors.clear();
    this.refresh();
  }

  /** Counts the rows exactly; call `stopCounting` to give up. */
  async count(): Promise<void> {
    if (this.#counting !== null) return;
    const controller = new AbortController();
    this.#counting = controller;
    this.#change({ counting: true });
    try {
      const value = await this.#options.count(controller.signal);
      if (controller.signal.aborted) return;
      this.#change({ total: { value, exact: true }, counting: false });
      this.#pump();
    } catch (error) {
      if (!controller.signal.aborted) this.#change({ error, counting: false });
    } finally {
      if (this.#counting === controller) this.#counting = null;
    }
  }

  stopCounting(): void {
    this.#counting?.abort();
    this.#counting = null;
    this.#change({ counting: false });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#leap);
    this.#running?.controller.abort();
    this.#counting?.abort();
  }

  /** Lets a window that was closed by leaving the page work again. */
  open(): void {
    if (!this.#closed) return;
    this.#closed = false;
    this.#running = null;
    this.#pump();
  }

  #change(change: Partial<RowWindowState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #plan(): Fetch | null {
    const { total } = this.#state;
    return planFetch({
      ...this.#sight,
      // Before the first answer nobody knows how many there are: the first block is asked for.
      ...(total === null && { first: 0, last: 0 }),
      total: total?.value ?? 1,
      isLoaded: (block) => this.#blocks.has(block) && !this.#stale.has(block),
      anchors: this.#anchors,
    });
  }

  #pump(): void {
    if (this.#closed || this.#state.error !== null) return;
    const fetch = this.#plan();
    if (this.#running !== null) {
      const running = this.#running.fetch;
      const stillWanted =
        fetch === null ||
        (fetch.firstBlock >= running.firstBlock - 1 &&
          fetch.firstBlock <= running.firstBlock + running.blocks);
      if (stillWanted) return;
      this.#running.controller.abort();
      this.#running = null;
    }
    if (fetch !== null) void this.#load(fetch);
  }

  async #load(fetch: Fetch): Promise<void> {
    const controller = new AbortController();
    this.#running = { fetch, controller };
    const { after, offset, limit } = fetch;
    try {
      const page = await this.#options.query(
        { ...(after !== undefined && { after }), offset, limit },
        controller.signal,
      );
      if (controller.signal.aborted) return;
      this.#running = null;
      this.#take(fetch, page);
      this.#pump();
    } catch (error) {
      if (controller.signal.aborted || isAbort(error)) return;
      this.#running = null;
      this.#change({ error });
    }
  }

  #take(fetch: Fetch, page: RowsPage): void {
    const rows = rowsOf(page);
    const start = fetch.firstBlock * blockSize;
    for (let block = 0; block < fetch.blocks; block += 1) {
      const part = rows.slice(block * blockSize, (block + 1) * blockSize);
      this.#blocks.delete(fetch.firstBlock + block);
      this.#blocks.set(fetch.firstBlock + block, part);
      this.#stale.delete(fetch.firstBlock + block);
      const anchor = page.anchors[block * blockSize + part.length - 1];
      if (anchor !== undefined && part.length > 0)
        this.#anchors.set(start + block * blockSize + part.length - 1, anchor);
    }
    this.#forget();
    this.#change({
      total: this.#totalAfter(fetch, page),
      milliseconds: page.milliseconds,
      error: null,
    });
  }

  /** What the end of a window tells about the number of rows. */
  #totalAfter(fetch: Fetch, page: RowsPage): RowTotal | null {
    const start = fetch.firstBlock * blockSize;
    const end = start + page.rows.length;
    const known = this.#state.total;
    const full = page.rows.length === fetch.limit;
    if (full) {
      const told = page.total ?? known ?? { value: end, exact: false };
      // The estimate was too low: there is at least one more block to ask for.
      return told.value > end || told.exact ? told : { value: end + 1, exact: false };
    }
    if (page.rows.length > 0 || start === 0) return { value: end, exact: true };
    void this.count();
    return { value: Math.min(known?.value ?? start, start), exact: false };
  }

  #forget(): void {
    for (const block of this.#blocks.keys()) {
      if (this.#blocks.size <= mostBlocks) return;
      this.#blocks.delete(block);
      this.#stale.delete(block);
    }
  }
}

function rowsOf(page: RowsPage): LoadedRow[] {
  const cut = new Map<number, Map<number, number>>();
  for (const [row, column, length] of page.truncated) {
    const known = cut.get(row) ?? new Map<number, number>();
    cut.set(row, known.set(column, length));
  }
  return page.rows.map((values, index) => {
    const key = page.keys?.[index] ?? null;
    return {
      values,
      key,
      keyId: key === null ? null : encodeRowKey(key),
      cut: cut.get(index) ?? noCut,
    };
  });
}
