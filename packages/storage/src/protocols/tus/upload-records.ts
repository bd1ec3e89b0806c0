import type { JsonObject } from '@plinth/kernel';
import { json, type Sql, sql } from '@plinth/postgres';
import { databaseFailure } from '../../access/database-failure.ts';
import type { StorageCore } from '../../core.ts';
import { tusError } from './errors.ts';
import type { UploadName } from './upload-url.ts';

/** An upload as storage.resumable_uploads keeps it. */
export interface UploadRecord extends UploadName {
  /** `sub` of who sent its last bytes. */
  readonly owner: string | undefined;
  /** Whether it may replace an object. */
  readonly upsert: boolean;
  /** Bytes; undefined until the client says. */
  readonly length: number | undefined;
  /** Bytes that are durable. */
  readonly offset: number;
  /** Upload-Metadata as the client sent it. */
  readonly metadata: string;
  readonly contentType: string | undefined;
  readonly cacheControl: string;
  readonly userMetadata: JsonObject | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly completed: boolean;
}

/** Who sends bytes, and whether they may replace an object. */
export type Sender = Pick<UploadRecord, 'owner' | 'upsert'>;

/** Notes a new upload. Throws `RelatedResourceNotFound` where its bucket is gone. */
export async function insertUpload(core: StorageCore, upload: UploadRecord): Promise<void> {
  const { id, bucket, key, owner, upsert, length, metadata, contentType, cacheControl } = upload;
  const { userMetadata, expiresAt } = upload;
  await ask(
    core,
    sql`insert into storage.resumable_uploads
        (id, bucket_id, key, owner_id, upsert, upload_length, upload_metadata, content_type, cache_control,
          user_metadata, expires_at)
      values (${id}, ${bucket}, ${key}, ${owner ?? null}, ${upsert}, ${length ?? null}, ${metadata},
        ${contentType ?? null}, ${cacheControl}, ${userMetadata === undefined ? null : json(userMetadata)},
        ${new Date(expiresAt)})`,
  );
}

/** The upload of a URL. Throws `UploadNotFound`, and `UploadGone` where it has expired. */
export async function findUpload(core: StorageCore, name: UploadName): Promise<UploadRecord> {
  const [row] = await ask<UploadRow>(
    core,
    sql`select owner_id, upsert, upload_length, upload_offset, upload_metadata, content_type, cache_control,
        user_metadata, expires_at, completed_at is not null as completed
      from storage.resumable_uploads
      where id = ${name.id} and bucket_id = ${name.bucket} and key = ${name.key}`,
  );
  if (row === undefined) throw tusError('UploadNotFound');
  const upload = recordOf(name, row);
  if (upload.expiresAt <= core.clock.now()) throw tusError('UploadGone');
  return upload;
}

/** Sets the length of an upload that was created without one. */
export async function declareLength(
  core: StorageCore,
  upload: UploadRecord,
  length: number,
): Promise<UploadRecord> {
  const changed = await ask(
    core,
    sql`update storage.resumable_uploads set upload_length = ${length}
      where id = ${upload.id} and upload_length is null returning id`,
  );
  if (changed.length === 0) throw tusError('LengthRequired');
  return { ...upload, length };
}

/**
 * Notes that an upload is durable up to `offset`, which gives it more time too. Throws `OffsetConflict` where it has
 * been ended, or taken further, by somebody else.
 */
export async function recordProgress(
  core: StorageCore,
  upload: UploadRecord,
  offset: number,
  sender: Sender,
): Promise<UploadRecord> {
  const expiresAt = core.clock.now() + core.limits.uploadLife;
  const changed = await ask(
    core,
    sql`update storage.resumable_uploads
      set upload_offset = ${offset}, owner_id = ${sender.owner ?? null}, upsert = ${sender.upsert},
        expires_at = ${new Date(expiresAt)}
      where id = ${upload.id} and upload_offset = ${upload.offset} and completed_at is null
      returning id`,
  );
  if (changed.length === 0) throw tusError('OffsetConflict');
  return { ...upload, ...sender, offset, expiresAt };
}

/** The statement that notes, beside the insert of its object, that an upload is complete. */
export function completion(upload: UploadRecord): Sql {
  return sql`update storage.resumable_uploads set completed_at = now() where id = ${upload.id}`;
}

export async function deleteUpload(core: StorageCore, id: string): Promise<void> {
  await ask(core, sql`delete from storage.resumable_uploads where id = ${id}`);
}

/** Forgets uploads whose time is over, at most `most` of them; gives their ids. */
export async function deleteExpired(core: StorageCore, most: number): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    core,
    sql`delete from storage.resumable_uploads where id in (
        select id from storage.resumable_uploads where expires_at <= ${new Date(core.clock.now())}
        order by expires_at limit ${most})
      returning id`,
  );
  return rows.map(({ id }) => id);
}

/** Those of the ids that no upload of any protocol has. */
export async function withoutUpload(core: StorageCore, ids: readonly string[]): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    core,
    sql`select given.id from unnest(${[...ids]}::text[]) as given (id)
      where not exists (select from storage.resumable_uploads as r where r.id = given.id::uuid)
        and not exists (
          select from storage.s3_multipart_uploads as m where given.id in (m.id, m.version))`,
  );
  return rows.map(({ id }) => id);
}

interface UploadRow {
  readonly owner_id: string | null;
  readonly upsert: boolean;
  readonly upload_length: string | null;
  readonly upload_offset: string;
  readonly upload_metadata: string;
  readonly content_type: string | null;
  readonly cache_control: string;
  readonly user_metadata: JsonObject | null;
  readonly expires_at: Date;
  readonly completed: boolean;
}

function recordOf(name: UploadName, row: UploadRow): UploadRecord {
  return {
    ...name,
    owner: row.owner_id ?? undefined,
    upsert: row.upsert,
    length: row.upload_length === null ? undefined : Number(row.upload_length),
    offset: Number(row.upload_offset),
    metadata: row.upload_metadata,
    contentType: row.content_type ?? undefined,
    cacheControl: row.cache_control,
    userMetadata: row.user_metadata ?? undefined,
    expiresAt: row.expires_at.getTime(),
    completed: row.completed,
  };
}

async function ask<Row extends object>({ database }: StorageCore, statement: Sql): Promise<Row[]> {
  try {
    return await database.query<Row>(statement);
  } catch (cause) {
    throw databaseFailure(cause, { table: 'objects', commands: [] });
  }
}
