import type { Clock } from '@plinth/kernel';
import type { CatchUp, ChangeBatch, LogPosition } from '../../change-source.ts';
import { comparePositions, endOf, startOf } from '../position.ts';

/** How much of the past is kept: whichever bound is met first. */
export interface Kept {
  /** Bytes of memory, about. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly age: number;
  /** Bytes of the log of Postgres, most of which may be about other tables; they are read again at a start. */
  readonly log: number;
}

interface Item {
  readonly batch: ChangeBatch;
  readonly end: LogPosition;
  readonly bytes: number;
  readonly at: number;
}

/** How far the log had been read at a time. */
interface Mark {
  readonly lsn: bigint;
  readonly at: number;
}

/** Dropped items are cleared out of the list when so many have gathered. */
const cleared = 1_024;

/** The changes of the last minutes. What it forgets, Postgres may forget. */
export class Ring {
  readonly #kept: Kept;
  readonly #clock: Clock;
  #items: (Item | undefined)[] = [];
  /** Of the first item in the list that is still kept, and of the list's beginning since ever. */
  #head = 0;
  #base = 0;
  #bytes = 0;
  #marks: Mark[] = [];
  #reached = 0n;
  #floor: LogPosition;
  /** What was dropped last. Between it and the floor there was nothing. */
  #dropped: LogPosition;
  #generation = 0;
  #moved: (() => void)[] = [];

  constructor(kept: Kept, clock: Clock, floor: bigint) {
    this.#kept = kept;
    this.#clock = clock;
    this.#floor = startOf(floor);
    this.#dropped = this.#floor;
  }

  /** Everything behind it is kept: the log of Postgres before it is not needed again. */
  get floor(): LogPosition {
    return this.#floor;
  }

  append(batch: ChangeBatch, bytes: number): void {
    this.#items.push({ batch, end: endOf(batch), bytes, at: this.#clock.now() });
    this.#bytes += bytes;
    while (this.#bytes > this.#kept.bytes) this.#drop();
    this.#move();
  }

  /** Whatever was committed before `lsn` has been appended. */
  reach(lsn: bigint): void {
    if (lsn <= this.#reached) return;
    this.#reached = lsn;
    this.#move();
  }

  /** Forgets what is too old; to be called every second or so. */
  trim(): void {
    const now = this.#clock.now();
    this.#marks.push({ lsn: this.#reached, at: now });
    const oldest = now - this.#kept.age;
    const least = this.#reached - BigInt(this.#kept.log);
    const isOver = ({ at }: { readonly at: number }, lsn: bigint): boolean =>
      at < oldest || lsn < least;
    for (let first = this.#first(); first !== undefined; first = this.#first()) {
      if (!isOver(first, first.end.lsn)) break;
      this.#drop();
    }
    const young = this.#marks.findIndex((mark) => !isOver(mark, mark.lsn));
    const passed = this.#marks.splice(0, young === -1 ? this.#marks.length : young).at(-1);
    if (passed !== undefined) this.#raise(passed.lsn);
  }

  /** Forgets everything: the log begins anew at `lsn`. Who iterates gets an error. */
  clear(lsn: bigint): void {
    this.#base += this.#items.length;
    this.#items = [];
    this.#head = 0;
    this.#bytes = 0;
    this.#marks = [];
    this.#reached = 0n;
    this.#floor = startOf(lsn);
    this.#dropped = this.#floor;
    this.#generation += 1;
    this.#move();
  }

  /** What stands behind `after`, up to `until`, which may still have to be appended. */
  read(after: LogPosition, until: LogPosition): CatchUp | undefined {
    if (comparePositions(after, this.#dropped) < 0) return undefined;
    const generation = this.#generation;
    return { until, [Symbol.asyncIterator]: () => this.#iterate(after, until, generation) };
  }

  async *#iterate(
    after: LogPosition,
    until: LogPosition,
    generation: number,
  ): AsyncGenerator<ChangeBatch> {
    const check = (isKept: boolean): void => {
      if (generation !== this.#generation || !isKept)
        throw new Error('The past changes are no longer kept');
    };
    check(comparePositions(after, this.#dropped) >= 0);
    let next = this.#base + this.#behind(after);
    for (;;) {
      const item = this.#items[next - this.#base];
      if (item === undefined) {
        if (this.#hasReached(until)) return;
        await new Promise<void>((resolve) => this.#moved.push(resolve));
        check(next >= this.#base + this.#head);
        continue;
      }
      if (comparePositions(item.batch.from, until) > 0) return;
      next += 1;
      yield behind(item.batch, after);
      check(next >= this.#base + this.#head);
    }
  }

  #hasReached(until: LogPosition): boolean {
    const last = this.#items.at(-1)?.end ?? this.#floor;
    return this.#reached >= until.lsn || comparePositions(last, until) >= 0;
  }

  /** Index in the list of the first item that reaches behind `after`. */
  #behind(after: LogPosition): number {
    let low = this.#head;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const item = this.#items[middle];
      if (item !== undefined && comparePositions(item.end, after) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #first(): Item | undefined {
    return this.#items[this.#head];
  }

  #drop(): void {
    const item = this.#first();
    if (item === undefined) return;
    this.#bytes -= item.bytes;
    this.#floor = item.end;
    this.#dropped = item.end;
    this.#items[this.#head] = undefined;
    this.#head += 1;
    if (this.#head < cleared) return;
    this.#items.splice(0, this.#head);
    this.#base += this.#head;
    this.#head = 0;
  }

  /** There is nothing before `lsn` that is kept. */
  #raise(lsn: bigint): void {
    const first = this.#first()?.batch.from.lsn;
    const raised = first !== undefined && first < lsn ? first : lsn;
    if (raised > this.#floor.lsn) this.#floor = startOf(raised);
  }

  #move(): void {
    const moved = this.#moved;
    if (moved.length === 0) return;
    this.#moved = [];
    for (const resolve of moved) resolve();
  }
}

/** The part of a batch behind `after`. */
function behind(batch: ChangeBatch, after: LogPosition): ChangeBatch {
  const { from, entries } = batch;
  if (comparePositions(from, after) > 0) return batch;
  const index = after.index + 1;
  return { ...batch, from: { lsn: from.lsn, index }, entries: entries.slice(index - from.index) };
}
