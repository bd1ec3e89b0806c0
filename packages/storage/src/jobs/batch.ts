import { AppError } from '@plinth/kernel';
import { inLanes } from './in-lanes.ts';
import type { ChangedName, ChangeFailure, ObjectChange } from './object-change.ts';
import { isPassing, outlast } from './outlast.ts';

/** Statements at a time of objects that have to be changed one by one; the pool is the application's, too. */
const lanes = 3;

/** What is changed in one go. */
export interface Batch extends Pick<ObjectChange, 'bucket'> {
  /** Of objects. */
  readonly names: readonly ChangedName[];
  /** Ends the wait for a database that does not answer; statements are not given up. */
  readonly signal: AbortSignal;
}

/** Changes objects one by one; gives those that failed, in their order. Throws what is no object's own failure. */
export async function oneByOne(
  { names, signal }: Pick<Batch, 'names' | 'signal'>,
  change: (name: ChangedName) => Promise<void>,
): Promise<ChangeFailure[]> {
  const failures = new Map<ChangedName, ChangeFailure>();
  await inLanes(names, lanes, async (name) => {
    try {
      await outlast(signal, () => change(name));
    } catch (error) {
      if (!(error instanceof AppError) || isPassing(error)) throw error;
      failures.set(name, { ...name, code: error.code, message: error.message });
    }
  });
  return names.flatMap((name) => failures.get(name) ?? []);
}
