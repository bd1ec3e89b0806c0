import { AppError } from '@plinth/kernel';
import { type Access, asService, isService } from '../access/access.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { deleteObjects } from '../objects/delete-objects.ts';
import { findKeys } from '../objects/find-object.ts';
import { type Batch, oneByOne } from './batch.ts';
import type { ChangeFailure } from './object-change.ts';
import { isPassing, outlast } from './outlast.ts';

/**
 * Deletes objects in one statement, and one by one where that is refused, so that one that cannot be deleted keeps no
 * other. What is gone already is as good as deleted. Gives those that are still there, with the reason.
 */
export async function deleteBatch(
  core: StorageCore,
  access: Access,
  { bucket, names, signal }: Batch,
): Promise<ChangeFailure[]> {
  const remove = async (keys: readonly string[]): Promise<void> => {
    const deleted = await outlast(signal, () => deleteObjects(core, access, bucket, keys));
    if (deleted.length === keys.length || isService(access)) return;
    // Policies do not refuse a delete, they hide the row from it.
    const kept = await findKeys(core, asService(access), bucket, keys);
    if (kept.size > 0) throw storageError('AccessDenied');
  };
  try {
    await remove(names.map(({ from }) => from));
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || isPassing(error)) throw error;
    return oneByOne({ names, signal }, ({ from }) => remove([from]));
  }
}
