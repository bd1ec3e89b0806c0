import { join, raw, type Sql, sql } from '@plinth/postgres';
import { type Access, asService } from '../access/access.ts';
import { explainRefusal } from '../access/explain-refusal.ts';
import { type Purpose, run } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { parseFileSize } from '../input/file-size.ts';
import { checkMimeRules } from '../input/mime-types.ts';
import { checkBucket, checkNewBucket } from '../input/names.ts';
import { ownerColumns } from '../objects/stored-object.ts';
import { findBucket, findBucketAsService } from './bucket.ts';

/** What a bucket can be told; absent: unchanged (of a new one: the default), null: no rule. */
export interface BucketChanges {
  readonly public?: boolean | undefined;
  /** Bytes, or a text like `20MB`. */
  readonly fileSizeLimit?: number | string | null | undefined;
  readonly allowedMimeTypes?: readonly string[] | null | undefined;
}

/** Makes a bucket as the caller. Throws `BucketAlreadyExists`, `InvalidBucketName`, `AccessDenied`, `EntityTooLarge`. */
export async function createBucket(
  core: StorageCore,
  access: Access,
  names: { readonly id: string; readonly name: string },
  changes: BucketChanges,
): Promise<void> {
  const name = checkNewBucket(names.name);
  const id = checkNewBucket(names.id);
  const { owner, ownerId } = ownerColumns(access.caller.userId);
  const { fileSizeLimit, allowedMimeTypes } = checkChanges(core, changes);
  await run(
    core,
    access,
    purpose('INSERT', id),
    sql`insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
      values (${id}, ${name}, ${owner}, ${ownerId}, ${changes.public ?? false}, ${fileSizeLimit ?? null},
        ${allowedMimeTypes ?? null})`,
  );
}

/** Changes a bucket as the caller. Throws `NoSuchBucket`, `NoContentProvided`, `EntityTooLarge`, `InvalidMimeType`. */
export async function updateBucket(
  core: StorageCore,
  access: Access,
  id: string,
  changes: BucketChanges,
): Promise<void> {
  checkBucket(id);
  const { fileSizeLimit, allowedMimeTypes } = checkChanges(core, changes);
  const assignments: Sql[] = [
    ...assign('public', changes.public),
    ...assign('file_size_limit', fileSizeLimit),
    ...assign('allowed_mime_types', allowedMimeTypes),
  ];
  if (assignments.length === 0) throw storageError('NoContentProvided');
  const statement = sql`update storage.buckets as b set ${join(assignments)}, updated_at = now()
    where b.id = ${id} returning b.id`;
  const { rows } = await run(core, access, purpose('UPDATE', id), statement);
  core.bucketLimits.forget(id);
  if (rows.length === 0) await refuse(core, access, 'UPDATE', id);
}

/** Deletes an empty bucket as the caller. Throws `NoSuchBucket`, `ResourceNotEmpty`, `ResourceReferenced`. */
export async function deleteBucket(core: StorageCore, access: Access, id: string): Promise<void> {
  await findBucketAsService(core, access, id);
  const { rows } = await run(
    core,
    asService(access),
    purpose('SELECT', id),
    sql`select from storage.objects as o where o.bucket_id = ${id} limit 1`,
  );
  if (rows.length > 0) throw storageError('ResourceNotEmpty');
  const statement = sql`delete from storage.buckets as b where b.id = ${id} returning b.id`;
  const deleted = await run(core, access, purpose('DELETE', id), statement);
  core.bucketLimits.forget(id);
  if (deleted.rows.length === 0) await refuse(core, access, 'DELETE', id);
}

/** Upstream answers as if the bucket were not there; the log says why. */
async function refuse(
  core: StorageCore,
  access: Access,
  command: 'UPDATE' | 'DELETE',
  id: string,
): Promise<never> {
  await findBucket(core, asService(access), id);
  await explainRefusal(core, access, purpose(command, id));
  throw storageError('NoSuchBucket');
}

function checkChanges(core: StorageCore, { fileSizeLimit, allowedMimeTypes }: BucketChanges) {
  const bytes =
    typeof fileSizeLimit === 'number' || typeof fileSizeLimit === 'string'
      ? parseFileSize(fileSizeLimit)
      : fileSizeLimit;
  if ((bytes ?? 0) > core.limits.fileSize) throw storageError('EntityTooLarge');
  const rules = allowedMimeTypes?.filter((type) => type !== '') ?? allowedMimeTypes;
  return {
    fileSizeLimit: bytes,
    allowedMimeTypes: rules === null || rules === undefined ? rules : checkMimeRules(rules),
  };
}

function assign(
  column: 'public' | 'file_size_limit' | 'allowed_mime_types',
  value: boolean | number | readonly string[] | null | undefined,
): Sql[] {
  return value === undefined ? [] : [sql`${raw(column)} = ${value}`];
}

function purpose(command: Purpose['commands'][number], bucket: string): Purpose {
  const commands =
    command === 'INSERT' || command === 'SELECT' ? [command] : ['SELECT' as const, command];
  return { table: 'buckets', commands, bucket };
}
