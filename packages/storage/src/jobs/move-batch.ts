import { AppError } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { type Access, asService, isService } from '../access/access.ts';
import { rowsOf } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { isKey } from '../input/names.ts';
import { findKeys } from '../objects/find-object.ts';
import { moveObject } from '../objects/move-object.ts';
import { ownerColumns } from '../objects/stored-object.ts';
import { type Batch, oneByOne } from './batch.ts';
import type { ChangedName, ChangeFailure } from './object-change.ts';
import { isPassing, outlast } from './outlast.ts';

/** Objects that get other names. */
export interface MoveBatch extends Batch {
  readonly target: string;
}

/** True where a batch can be moved in one statement: no policy and no other bucket is to be asked about each object. */
export const movesTogether = (access: Access, bucket: string, target: string): boolean =>
  isService(access) && bucket === target;

/**
 * Moves objects, in one statement those that it can be done with. What lies at its new name and no more at the old one is
 * as good as moved: an earlier run did it, or a statement whose answer was lost. Gives those that failed, with the reason.
 */
export async function moveBatch(
  core: StorageCore,
  access: Access,
  batch: MoveBatch,
): Promise<ChangeFailure[]> {
  const { bucket, target, names, signal } = batch;
  const moved = movesTogether(access, bucket, target)
    ? await renameTogether(core, access, batch)
    : new Set<string>();
  const rest = names.filter(({ from }) => !moved.has(from));
  return oneByOne({ names: rest, signal }, async ({ from, to }) => {
    const place = { bucket: target, key: to ?? '' };
    try {
      await moveObject(core, access, { bucket, key: from }, place);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NoSuchKey') throw error;
      const there = await findKeys(core, asService(access), target, [place.key]);
      if (there.size === 0) throw error;
    }
  });
}

/** Renames within a bucket whatever has a free name to go to; gives the old names. */
async function renameTogether(
  core: StorageCore,
  access: Access,
  { bucket, names, signal }: MoveBatch,
): Promise<ReadonlySet<string>> {
  const valid = names.filter((name): name is ChangedName & { to: string } => isKey(name.to ?? ''));
  const { owner, ownerId } = ownerColumns(access.caller.userId);
  const purpose = { table: 'objects', commands: ['SELECT', 'UPDATE'], bucket } as const;
  const statement = sql`update storage.objects as o set name = m.target,
      owner = coalesce(${owner}::uuid, o.owner), owner_id = coalesce(${ownerId}, o.owner_id)
    from unnest(${valid.map(({ from }) => from)}::text[], ${valid.map(({ to }) => to)}::text[])
      as m (source, target)
    where o.bucket_id = ${bucket} and o.name = m.source and not exists (
      select from storage.objects as t where t.bucket_id = ${bucket} and t.name = m.target)
    returning to_json(m.source)`;
  try {
    const moved = await outlast(signal, () => rowsOf<string>(core, access, purpose, statement));
    return new Set(moved);
  } catch (error) {
    // A name that was taken meanwhile, or a trigger of the application: one by one they tell which.
    if (!(error instanceof AppError) || isPassing(error)) throw error;
    return new Set();
  }
}
