import { sql } from '@plinth/postgres';
import type { Access } from '../access/access.ts';
import { run } from '../access/run.ts';
import { findBucket } from '../buckets/bucket.ts';
import type { StorageCore } from '../core.ts';
import { deleteBatch } from './delete-batch.ts';
import { moveBatch, movesTogether } from './move-batch.ts';
import { countBelow, namesBelow, type Range } from './names-below.ts';
import {
  type ChangedName,
  type ChangeFailure,
  type ChangePosition,
  type ChangeStep,
  isFolder,
  type ObjectChange,
} from './object-change.ts';
import { outlast } from './outlast.ts';
import { overlaps } from './overlap.ts';

/** Objects of a batch: of one statement, or of one by one. Between two batches a change can be stopped. */
const batchSizes = { together: 200, oneByOne: 40 };

/** Objects counted in one statement. */
const countedAtOnce = 10_000;

interface BatchStep {
  readonly done: number;
  readonly failures: readonly ChangeFailure[];
  readonly position: ChangePosition;
}

/** A change at work; its position is its caller's to keep. */
export class ChangeWork {
  readonly #core: StorageCore;
  readonly #access: Access;
  readonly #change: ObjectChange;
  readonly #size: number;
  readonly #unchanged: boolean;

  constructor(core: StorageCore, access: Access, change: ObjectChange) {
    const { bucket, target } = change;
    const isTogether = target === null || movesTogether(access, bucket, target);
    this.#core = core;
    this.#access = access;
    this.#change = change;
    this.#size = isTogether ? batchSizes.together : batchSizes.oneByOne;
    this.#unchanged = overlaps(change);
  }

  /** Counts, then does batch after batch from a position on, until the signal of the access aborts. */
  async *steps(position: ChangePosition | null): AsyncGenerator<ChangeStep, void, undefined> {
    const { signal } = this.#access;
    const begin = position ?? { asOf: await this.#begin(), index: 0, after: '' };
    let found = 0;
    for await (const count of this.#count(begin)) {
      found += count;
      yield { kind: 'counting', found };
      if (signal.aborted) return;
    }
    yield { kind: 'counted', found, position: begin };
    let current = begin;
    while (!signal.aborted) {
      const step = await this.#next(current);
      if (step === undefined) return;
      current = step.position;
      yield { kind: 'batch', ...step };
    }
  }

  /** Gives the time of the database. Throws `NoSuchBucket`. */
  #begin(): Promise<string> {
    const { bucket, target } = this.#change;
    return outlast(this.#access.signal, async () => {
      await findBucket(this.#core, this.#access, bucket);
      if (target !== null && target !== bucket) await findBucket(this.#core, this.#access, target);
      const { rows } = await run(
        this.#core,
        this.#access,
        { table: 'objects', commands: ['SELECT'], bucket },
        sql`select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      );
      return rows[0]?.[0] ?? '';
    });
  }

  /** How many objects there are from a position on, a part at a time. */
  async *#count({ asOf, index, after }: ChangePosition): AsyncGenerator<number> {
    const rest = this.#change.names.slice(index);
    yield rest.filter((name) => !isFolder(name.from) && !this.#isNothing(name)).length;
    for (const name of rest) {
      if (!isFolder(name.from) || this.#isNothing(name)) continue;
      let from = name === rest[0] ? after : '';
      for (;;) {
        const range = this.#range(name, asOf, from);
        const { signal } = this.#access;
        const { count, last } = await outlast(signal, () =>
          countBelow(this.#core, this.#access, range, countedAtOnce),
        );
        yield count;
        if (count < countedAtOnce) break;
        from = last;
      }
    }
  }

  /** The batch behind a position; undefined where there is none. */
  async #next(position: ChangePosition): Promise<BatchStep | undefined> {
    const { names } = this.#change;
    for (let { index, after } = position; index < names.length; index += 1, after = '') {
      const name = names[index];
      if (name === undefined || this.#isNothing(name)) continue;
      if (!isFolder(name.from)) return this.#files(position.asOf, index);
      const range = this.#range(name, position.asOf, after);
      const below = await outlast(this.#access.signal, () =>
        namesBelow(this.#core, this.#access, range, this.#size),
      );
      const last = below.at(-1);
      if (last === undefined) continue;
      const batch = below.map((from) => ({ from, to: renamed(from, name) }));
      return this.#do(batch, { ...position, index, after: last });
    }
    return undefined;
  }

  /** The names of objects from `index` on, up to the next folder. */
  #files(asOf: string, index: number): Promise<BatchStep> {
    const { names } = this.#change;
    let end = index;
    for (const name of names.slice(index, index + this.#size)) {
      if (isFolder(name.from)) break;
      end += 1;
    }
    const batch = names.slice(index, end).filter((name) => !this.#isNothing(name));
    return this.#do(batch, { asOf, index: end, after: '' });
  }

  async #do(names: readonly ChangedName[], position: ChangePosition): Promise<BatchStep> {
    const { bucket, target } = this.#change;
    const { signal } = this.#access;
    const whole = { ...this.#access, signal: never };
    const failures =
      target === null
        ? await deleteBatch(this.#core, whole, { bucket, names, signal })
        : await moveBatch(this.#core, whole, { bucket, target, names, signal });
    return { done: names.length - failures.length, failures, position };
  }

  #range({ from }: ChangedName, asOf: string, after: string): Range {
    const { bucket } = this.#change;
    return { bucket, prefix: from, after, asOf, unchanged: this.#unchanged };
  }

  /** It would stay where it is. */
  #isNothing({ from, to }: ChangedName): boolean {
    return this.#change.target === this.#change.bucket && from === to;
  }
}

/** Of a batch that has begun: it is not left half done. */
const never = new AbortController().signal;

const renamed = (key: string, { from, to }: ChangedName): string | null =>
  to === null ? null : to + key.slice(from.length);
