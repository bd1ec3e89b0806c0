import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@plinth/kernel';

/** What passes by itself: a database that is starting again, or has no connection free. */
const passing: readonly string[] = ['Unavailable', 'SlowDown'];

/** Pauses before work is tried again, in milliseconds: longer in all than an embedded Postgres takes to come back. */
const pauses: readonly number[] = [100, 500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** True for a failure that says nothing of the object, only of the moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AppError && passing.includes(error.code);

/** Does `work` until the database answers; gives up after half a minute, and where `signal` aborts. */
export async function outlast<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || signal.aborted) throw error;
      await wait(pause, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
  return work();
}
