import type { Access } from '../access/access.ts';
import { operations } from '../access/operations.ts';
import type { StorageCore } from '../core.ts';
import { ChangeWork } from './change-work.ts';
import type { ChangeRun, ChangeStep, ObjectChange } from './object-change.ts';

/**
 * Deletes or moves many objects as the caller, batch after batch. Only what was there at the beginning is touched, and
 * nothing is moved twice, so that it comes to an end whatever is added meanwhile, and also where a folder is moved
 * into itself. Nothing but a batch is kept in memory. Throws AppError where it cannot go on: `NoSuchBucket`,
 * `Unavailable` for longer than half a minute…; the position of the last step is then where to go on.
 */
export async function* changeObjects(
  core: StorageCore,
  change: ObjectChange,
  { caller, id, signal, position }: ChangeRun,
): AsyncGenerator<ChangeStep, void, undefined> {
  const isMove = change.target !== null;
  const access: Access = {
    caller,
    operation: isMove ? operations.move : operations.deleteObjects,
    method: 'POST',
    path: '',
    headers: {},
    requestId: id,
    signal,
  };
  const work = new ChangeWork(core, access, change);
  try {
    yield* work.steps(position);
  } catch (error) {
    // What was being read is given up where it is stopped.
    if (!signal.aborted) throw error;
  }
}
