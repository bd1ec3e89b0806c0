import { sql } from '@plinth/postgres';
import { type Access, isService } from '../access/access.ts';
import { databaseFailure } from '../access/database-failure.ts';
import { runAll } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { checkBucket, checkKey } from '../input/names.ts';
import { objectJson, type StoredObject } from './stored-object.ts';

/** By which door a reader comes. */
export type Door =
  /** Whoever knows the name, public buckets only. */
  | 'public'
  /** Public buckets for everybody; private ones for callers, as policies say. */
  | 'credential'
  /** A signed link: its token has been checked. */
  | 'signed';

/**
 * The object that a reader asks for. In public buckets policies are not asked, in private ones the caller's are. A
 * private bucket looks to a stranger like one that is not there. Throws `NoSuchBucket`, `NoSuchKey`.
 */
export async function findReadable(
  core: StorageCore,
  access: Access,
  bucket: string,
  key: string,
  door: Door,
): Promise<StoredObject> {
  checkBucket(bucket);
  checkKey(key);
  const isStranger = door === 'public' || access.caller.kind === 'anonymous';
  if (door === 'credential' && !isStranger && !isService(access)) {
    return findAsCaller(core, access, bucket, key);
  }
  const found = await findForAll(core, bucket, key);
  const isOpen = found?.public === true || door === 'signed' || !isStranger;
  if (found === undefined || !isOpen) throw storageError('NoSuchBucket');
  if (found.object === null) throw storageError('NoSuchKey');
  return found.object;
}

/** As policies say, and in public buckets whatever they say (even that they fail): mostly one round trip. */
async function findAsCaller(
  core: StorageCore,
  access: Access,
  bucket: string,
  key: string,
): Promise<StoredObject> {
  const asked = await askPolicies(core, access, bucket, key).catch((failure: unknown) => ({
    failure,
  }));
  if (!('failure' in asked) && asked.object !== null) return asked.object;
  if (!('failure' in asked) && asked.public !== true) {
    throw storageError(asked.public === null ? 'NoSuchBucket' : 'NoSuchKey');
  }
  const found = await findForAll(core, bucket, key);
  if (found?.public === true && found.object !== null) return found.object;
  throw 'failure' in asked ? asked.failure : storageError('NoSuchKey');
}

/** What the caller may see; `public` is null where there is no such bucket. */
async function askPolicies(
  core: StorageCore,
  access: Access,
  bucket: string,
  key: string,
): Promise<{ readonly public: boolean | null; readonly object: StoredObject | null }> {
  const purpose = { table: 'objects', commands: ['SELECT'], bucket, key } as const;
  const [flag, row] = await runAll(core, access, purpose, [
    sql`select to_json(storage.is_public_bucket(${bucket}))`,
    sql`select ${objectJson('o')} from storage.objects as o
      where o.bucket_id = ${bucket} and o.name = ${key}`,
  ]);
  return {
    public: JSON.parse(flag?.rows[0]?.[0] ?? 'null') as boolean | null,
    object: JSON.parse(row?.rows[0]?.[0] ?? 'null') as StoredObject | null,
  };
}

interface Found {
  readonly public: boolean;
  readonly object: StoredObject | null;
}

/** Bucket and object in one round trip, whoever asks. */
async function findForAll(
  { database }: StorageCore,
  bucket: string,
  key: string,
): Promise<Found | undefined> {
  try {
    const [found] = await database.query<Found>(sql`
      select coalesce(b.public, false) as public,
        (select ${objectJson('o')} from storage.objects as o where o.bucket_id = b.id and o.name = ${key}) as object
      from storage.buckets as b where b.id = ${bucket}
    `);
    return found;
  } catch (cause) {
    throw databaseFailure(cause, { table: 'objects', commands: ['SELECT'], bucket, key });
  }
}
