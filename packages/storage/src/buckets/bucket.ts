import { raw, type Sql, sql } from '@plinth/postgres';
import { type Access, asService } from '../access/access.ts';
import { rowsOf } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { checkBucket } from '../input/names.ts';
import { isoTime } from '../objects/stored-object.ts';

/** A row of storage.buckets as the API shows it. */
export interface Bucket {
  readonly id: string;
  readonly name: string;
  /** Empty where there is none. */
  readonly owner: string;
  readonly public: boolean;
  /** Bytes; null: the limit of the project. */
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** One JSON value of the row `b` of storage.buckets: a Bucket, members in upstream's order; in lists with its type. */
export function bucketJson(withType: boolean): Sql {
  const type = withType ? "'type', b.type," : '';
  const { text: created } = isoTime('b.created_at').render();
  const { text: updated } = isoTime('b.updated_at').render();
  return raw(`json_build_object(
    'id', b.id, 'name', b.name, 'owner', coalesce(b.owner::text, ''), 'public', b.public, ${type}
    'file_size_limit', b.file_size_limit, 'allowed_mime_types', b.allowed_mime_types,
    'created_at', ${created}, 'updated_at', ${updated})`);
}

/** The bucket, where the caller may see it. Throws `NoSuchBucket`. */
export async function findBucket(core: StorageCore, access: Access, id: string): Promise<Bucket> {
  checkBucket(id);
  const purpose = { table: 'buckets', commands: ['SELECT'], bucket: id } as const;
  const [bucket] = await rowsOf<Bucket>(
    core,
    access,
    purpose,
    sql`select ${bucketJson(false)} from storage.buckets as b where b.id = ${id}`,
  );
  if (bucket === undefined) throw storageError('NoSuchBucket');
  return bucket;
}

/** The bucket, whoever asks: its limits and whether it is public are needed to decide. Throws `NoSuchBucket`. */
export function findBucketAsService(
  core: StorageCore,
  access: Access,
  id: string,
): Promise<Bucket> {
  return findBucket(core, asService(access), id);
}

/** Largest object that the bucket takes, in bytes. */
export function sizeLimitOf(core: StorageCore, bucket: Pick<Bucket, 'file_size_limit'>): number {
  return Math.min(core.limits.fileSize, bucket.file_size_limit ?? core.limits.fileSize);
}
