import { sql } from '@plinth/postgres';
import { type Access, asService } from '../access/access.ts';
import { explainRefusal } from '../access/explain-refusal.ts';
import { type Purpose, rowsOf } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { checkBucket, checkKey } from '../input/names.ts';
import { findObject } from './find-object.ts';
import { objectJson, type StoredObject } from './stored-object.ts';

/** Deletes those of the objects that policies let the caller delete; gives them. Names are exact, never folders. */
export async function deleteObjects(
  core: StorageCore,
  access: Access,
  bucket: string,
  keys: readonly string[],
): Promise<StoredObject[]> {
  checkBucket(bucket);
  const storable = keys.filter((key) => !key.includes('\0'));
  const deleted = await rowsOf<StoredObject>(
    core,
    access,
    purposeOf(bucket),
    sql`delete from storage.objects as o
      where o.bucket_id = ${bucket} and o.name = any(${storable}::text[]) returning ${objectJson('o')}`,
  );
  if (deleted.length > 0) core.retired();
  return deleted;
}

/** Deletes one object. Throws `NoSuchKey` where there is none, `AccessDenied` where policies keep it. */
export async function deleteObject(
  core: StorageCore,
  access: Access,
  bucket: string,
  key: string,
): Promise<StoredObject> {
  const [deleted] = await deleteObjects(core, access, bucket, [checkKey(key)]);
  if (deleted !== undefined) return deleted;
  await findObject(core, asService(access), bucket, key);
  await explainRefusal(core, access, { ...purposeOf(bucket), key });
  throw storageError('AccessDenied');
}

function purposeOf(bucket: string): Purpose {
  return { table: 'objects', commands: ['SELECT', 'DELETE'], bucket };
}
