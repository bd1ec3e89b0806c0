import type { RowsPage, RowsQuery, RowTotal, SavedRow } from '@plinth/console/api';
import { isAbort } from '../../../api/errors.ts';
import { compareRows } from './compare-rows.ts';
import { type LoadedRow, rowsOf, savedRow } from './loaded-row.ts';
import { type Anchor, blockSize, type Fetch, planFetch } from './plan-fetch.ts';
import { RowBlocks } from './row-blocks.ts';

/** What others have changed. */
export interface Followed {
  readonly inserted: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** By how many rows the list has grown, as far as that is known. */
  readonly by: number;
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
  /** How often, and last by how many places, the rows in sight have moved because of others' changes. */
  readonly moved: { readonly times: number; readonly by: number };
}

const mostBlocks = 80;
/** A leap waits this long, so that dragging the scroll bar does not ask for everything on the way. */
const leapDelay = 70;
/** What others have changed is marked for so long, in milliseconds. */
const freshFor = 2500;
/** Rows that are known to be new, at most. */
const mostInserted = 2000;
/** A row that somebody has deleted stays so long, in milliseconds, that one sees it go. */
const goneFor = 700;

/** The rows of a table in one order, loaded where they are looked at. */
export class RowWindow {
  readonly #options: RowWindowOptions;
  readonly #listeners = new Set<() => void>();
  readonly #blocks = new RowBlocks<LoadedRow>();
  readonly #anchors = new Map<number, Anchor>();
  #stale = new Set<number>();
  #state: RowWindowState = {
    total: null,
    counting: false,
    error: null,
    milliseconds: undefined,
    moved: { times: 0, by: 0 },
  };
  #sight: { first: number; last: number; direction: 'down' | 'up' } = {
    first: 0,
    last: blockSize - 1,
    direction: 'down',
  };
  #running: { fetch: Fetch; controller: AbortController; isOld: boolean } | null = null;
  /** Blocks that are loaded again because of others, and rows that are new to them. */
  #followed = new Set<number>();
  #inserted = new Set<string>();
  #fading: ReturnType<typeof setTimeout> | undefined;
  #going: ReturnType<typeof setTimeout> | undefined;
  #holds = 0;
  #isBehind = false;
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
    return this.#blocks.rowAt(index);
  }

  /** The row with this key among those at hand. */
  find(keyId: string): LoadedRow | undefined {
    return this.#blocks.find(keyId);
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
    for (const block of this.#blocks.numbers()) this.#stale.add(block);
    this.#running?.controller.abort();
    this.#running = null;
    this.#change({ error: null });
    this.#pump();
  }

  /**
   * Others have changed rows: those that are gone are marked, then what is in sight is loaded again, and what differs is
   * marked for a moment. Where the rows have moved, `moved` says by how much.
   */
  follow({ inserted, deleted, by }: Followed): void {
    const { total } = this.#state;
    if (total !== null && by !== 0)
      this.#change({ total: { ...total, value: Math.max(0, total.value + by) } });
    if (this.#inserted.size > mostInserted) this.#inserted.clear();
    for (const id of inserted) this.#inserted.add(id);
    const isSeen = [...deleted].filter((id) => this.#mark(id)).length > 0;
    if (isSeen) this.#change({});
    clearTimeout(this.#going);
    if (isSeen) this.#going = setTimeout(() => this.#reload(), goneFor);
    else this.#reload();
  }

  /** Others' changes wait until the returned function is called: something at a place in the list is being edited. */
  hold(): () => void {
    this.#holds += 1;
    return () => {
      this.#holds -= 1;
      if (this.#holds === 0 && this.#isBehind) this.#reload();
    };
  }

  /** Where the row with this key is among those at hand; -1 where it is not. */
  indexOf(keyId: string): number {
    return this.#blocks.indexOf(keyId);
  }

  /** Puts a saved row in the place of the one with this key. */
  replace(keyId: string, saved: SavedRow): void {
    if (this.#blocks.put(keyId, savedRow(saved))) this.#change({});
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
    clearTimeout(this.#fading);
    clearTimeout(this.#going);
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
      // An empty list is asked for again where somebody may have filled it.
      total: Math.max(total?.value ?? 1, this.#stale.has(0) ? 1 : 0),
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
    const running = { fetch, controller, isOld: false };
    this.#running = running;
    const { after, offset, limit } = fetch;
    try {
      const page = await this.#options.query(
        { ...(after !== undefined && { after }), offset, limit },
        controller.signal,
      );
      if (controller.signal.aborted) return;
      this.#running = null;
      this.#take(fetch, page, running.isOld);
      this.#pump();
    } catch (error) {
      if (controller.signal.aborted || isAbort(error)) return;
      this.#running = null;
      this.#change({ error });
    }
  }

  #reload(): void {
    this.#isBehind = this.#holds > 0;
    if (this.#isBehind || this.#closed) return;
    for (const block of this.#blocks.numbers()) {
      this.#stale.add(block);
      this.#followed.add(block);
    }
    // An answer that is on its way may be older than the change: it is shown, and asked for again.
    if (this.#running !== null) this.#running.isOld = true;
    this.#pump();
  }

  #mark(keyId: string): boolean {
    const row = this.find(keyId);
    return row !== undefined && this.#blocks.put(keyId, { ...row, fresh: 'gone' });
  }

  #fade(): void {
    this.#blocks.fade();
    this.#inserted.clear();
    this.#change({});
  }

  /** The rows of a window in the light of those that were there: see `compareRows`. */
  #compared({ firstBlock, blocks }: Fetch, rows: LoadedRow[]): LoadedRow[] {
    const mine = Array.from({ length: blocks }, (_block, index) => firstBlock + index);
    if (!mine.some((block) => this.#followed.delete(block))) return rows;
    const before = this.#blocks.byKey(firstBlock - 1, firstBlock + blocks);
    const compared = compareRows(before, rows, this.#inserted);
    if (compared.some(({ fresh }) => fresh !== undefined)) {
      clearTimeout(this.#fading);
      this.#fading = setTimeout(() => this.#fade(), freshFor);
    }
    return compared;
  }

  /** The first rows in sight, to find them again. */
  #inSight(): readonly (readonly [index: number, keyId: string])[] {
    const { first, last } = this.#sight;
    const seen: (readonly [number, string])[] = [];
    for (let index = first; index <= Math.min(last, first + blockSize); index += 1) {
      const id = this.rowAt(index)?.keyId;
      if (id !== undefined && id !== null) seen.push([index, id]);
    }
    return seen;
  }

  #take(fetch: Fetch, page: RowsPage, isOld: boolean): void {
    const isFollowed = this.#followed.has(fetch.firstBlock);
    const seen = isFollowed ? this.#inSight() : [];
    const rows = this.#compared(fetch, rowsOf(page));
    const start = fetch.firstBlock * blockSize;
    for (let block = 0; block < fetch.blocks; block += 1) {
      const part = rows.slice(block * blockSize, (block + 1) * blockSize);
      this.#blocks.set(fetch.firstBlock + block, part);
      if (isOld) this.#followed.add(fetch.firstBlock + block);
      else this.#stale.delete(fetch.firstBlock + block);
      const anchor = page.anchors[block * blockSize + part.length - 1];
      if (anchor !== undefined && part.length > 0)
        this.#anchor(start + block * blockSize + part.length - 1, anchor);
    }
    this.#forget();
    this.#change({
      total: this.#totalAfter(fetch, page),
      milliseconds: page.milliseconds,
      error: null,
      ...this.#movedFrom(seen),
    });
  }

  /** Remembers where a window can start; where that is another row than before, what follows is another window. */
  #anchor(index: number, anchor: Anchor): void {
    const known = this.#anchors.get(index);
    this.#anchors.set(index, anchor);
    if (known === undefined || known.every((value, at) => value === anchor[at])) return;
    const next = Math.floor(index / blockSize) + 1;
    if (this.#blocks.has(next)) this.#stale.add(next);
  }

  #movedFrom(
    seen: readonly (readonly [index: number, keyId: string])[],
  ): Pick<RowWindowState, 'moved'> | undefined {
    for (const [index, id] of seen) {
      const now = this.indexOf(id);
      if (now < 0) continue;
      if (now === index) return undefined;
      return { moved: { times: this.#state.moved.times + 1, by: now - index } };
    }
    return undefined;
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
    for (const block of this.#blocks.shrink(mostBlocks)) this.#stale.delete(block);
  }
}
