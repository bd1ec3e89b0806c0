import { type Sql, sql } from '@plinth/postgres';
import type { Access } from '../access/access.ts';
import { rowsOf } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { checkKey } from '../input/names.ts';
import { objectJson, type StoredObject } from './stored-object.ts';

/** The object, where the caller may see it. Throws `NoSuchKey`. */
export async function findObject(
  core: StorageCore,
  access: Access,
  bucket: string,
  key: string,
): Promise<StoredObject> {
  checkKey(key);
  const purpose = { table: 'objects', commands: ['SELECT'], bucket, key } as const;
  const found = await rowsOf<StoredObject>(core, access, purpose, byName(bucket, key), {
    signal: access.signal,
  });
  const [object] = found;
  if (object === undefined) throw storageError('NoSuchKey');
  return object;
}

/** Those of the keys that the caller may see. */
export async function findKeys(
  core: StorageCore,
  access: Access,
  bucket: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const purpose = { table: 'objects', commands: ['SELECT'], bucket } as const;
  const names = await rowsOf<string>(
    core,
    access,
    purpose,
    sql`select to_json(o.name) from storage.objects as o
      where o.bucket_id = ${bucket} and o.name = any(${[...keys]}::text[])`,
  );
  return new Set(names);
}

function byName(bucket: string, key: string): Sql {
  return sql`select ${objectJson('o')} from storage.objects as o
    where o.bucket_id = ${bucket} and o.name = ${key} limit 1`;
}
