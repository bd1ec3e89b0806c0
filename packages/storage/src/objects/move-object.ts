import { type Sql, sql } from '@plinth/postgres';
import { type Access, asService, isService } from '../access/access.ts';
import { explainRefusal } from '../access/explain-refusal.ts';
import { type Purpose, rowsOf } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { checkBucket, checkKey } from '../input/names.ts';
import { checkLimits } from './check-limits.ts';
import { findObject } from './find-object.ts';
import { sizeOf } from './read-object.ts';
import { objectJson, ownerColumns, type StoredObject } from './stored-object.ts';

/** An object's place. */
export interface Place {
  readonly bucket: string;
  readonly key: string;
}

/**
 * Gives an object another name, and its mover as owner. The caller must be able to see it and to make the change (policies
 * for SELECT and UPDATE), and another bucket must take it. The id and the bytes stay. Throws `NoSuchKey`, `AccessDenied`,
 * `KeyAlreadyExists`, `InvalidMimeType`, `EntityTooLarge`.
 */
export async function moveObject(
  core: StorageCore,
  access: Access,
  from: Place,
  to: Place,
): Promise<StoredObject> {
  checkBucket(from.bucket);
  checkBucket(to.bucket);
  checkKey(to.key);
  const source = await findObject(core, access, from.bucket, from.key);
  const purpose: Purpose = {
    table: 'objects',
    commands: ['SELECT', 'UPDATE'],
    bucket: from.bucket,
    key: from.key,
  };
  const statement = rename(from, to, access.caller.userId);
  // No policy applies to the service.
  if (!isService(access)) await tryRename(core, access, purpose, statement);
  if (to.bucket !== from.bucket) {
    const content = { mimetype: source.metadata?.mimetype ?? '', size: sizeOf(source) };
    await checkLimits(core, access, to, { ...content, bucket: from.bucket });
  }
  const [moved] = await rowsOf<StoredObject>(core, asService(access), purpose, statement);
  if (moved === undefined) throw storageError('NoSuchKey');
  return moved;
}

async function tryRename(
  core: StorageCore,
  access: Access,
  purpose: Purpose,
  statement: Sql,
): Promise<void> {
  const trial = await rowsOf(core, access, purpose, statement, { end: 'rollback' });
  if (trial.length > 0) return;
  await explainRefusal(core, access, purpose);
  throw storageError('NoSuchKey');
}

function rename(from: Place, to: Place, userId: string | undefined): Sql {
  const { owner, ownerId } = ownerColumns(userId);
  return sql`update storage.objects as o set name = ${to.key}, bucket_id = ${to.bucket},
      owner = coalesce(${owner}::uuid, o.owner), owner_id = coalesce(${ownerId}, o.owner_id)
    where o.bucket_id = ${from.bucket} and o.name = ${from.key} returning ${objectJson('o')}`;
}
