import { AppError, type JsonObject } from '@plinth/kernel';
import { json, type Sql, sql, type Transaction } from '@plinth/postgres';
import { isService } from '../../../access/access.ts';
import { databaseFailure } from '../../../access/database-failure.ts';
import type { StorageCore } from '../../../core.ts';
import { storageError } from '../../../errors.ts';
import { checkWrite } from '../../../objects/check-write.ts';
import type { S3Call } from '../command.ts';
import { parameter } from '../s3-request.ts';

/** A multipart upload that has been started and neither completed nor aborted. */
export interface MultipartUpload {
  /** A UUID, also the name of its folder in the blob store. */
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  /** `sub` of who started it; undefined for the key pair. */
  readonly owner: string | undefined;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly userMetadata: JsonObject | undefined;
}

interface UploadRow {
  readonly owner_id: string | null;
  readonly metadata: { readonly mimetype?: string; readonly cacheControl?: string } | null;
  readonly user_metadata: JsonObject | null;
}

/** Notes a new upload. Throws `RelatedResourceNotFound` where its bucket is gone. */
export async function insertUpload(core: StorageCore, upload: MultipartUpload): Promise<void> {
  const { id, bucket, key, owner, mimetype, cacheControl, userMetadata } = upload;
  await inTransaction(core, upload, (transaction) =>
    transaction.query(sql`
      insert into storage.s3_multipart_uploads
        (id, upload_signature, bucket_id, key, version, owner_id, user_metadata, metadata)
      values (${id}, '', ${bucket}, ${key}, ${id}, ${owner ?? null},
        ${userMetadata === undefined ? null : json(userMetadata)}, ${json({ mimetype, cacheControl })})
    `),
  );
}

/**
 * The upload that a call names, where it is the caller's and policies still let the caller write its object. Throws
 * `NoSuchUpload`, `AccessDenied`.
 */
export async function findUpload(call: S3Call): Promise<MultipartUpload> {
  const { storage, access, s3, bucket, key } = call;
  const id = parameter(s3, 'uploadId') ?? '';
  const [row] = await inTransaction(storage, { bucket, key }, (transaction) =>
    transaction.query<UploadRow>(sql`
      select owner_id, metadata, user_metadata from storage.s3_multipart_uploads
      where id = ${id.replaceAll('\0', '')} and bucket_id = ${bucket} and key = ${key}
    `),
  );
  const isOurs = isService(access) || row?.owner_id === (call.owner ?? null);
  if (row === undefined || !isOurs) throw storageError('NoSuchUpload');
  const upload = {
    id,
    bucket,
    key,
    owner: row.owner_id ?? undefined,
    mimetype: row.metadata?.mimetype ?? 'application/octet-stream',
    cacheControl: row.metadata?.cacheControl ?? 'no-cache',
    userMetadata: row.user_metadata ?? undefined,
  };
  await checkUploadAllowed(call, upload);
  return upload;
}

/** Asks the policies whether the caller may put the object of an upload. Throws `AccessDenied`. */
export async function checkUploadAllowed(
  { storage, access, owner }: S3Call,
  { bucket, key, mimetype, userMetadata }: MultipartUpload,
): Promise<void> {
  const target = { bucket, key, upsert: true, owner };
  await checkWrite(storage, access, target, { mimetype, userMetadata });
}

/** The statement that forgets an upload and its parts. */
export function deletionOf(id: string): Sql {
  return sql`delete from storage.s3_multipart_uploads where id = ${id}`;
}

/** Forgets an upload with all it wrote. */
export async function deleteUpload(core: StorageCore, upload: MultipartUpload): Promise<void> {
  await inTransaction(core, upload, (transaction) => transaction.query(deletionOf(upload.id)));
  await discardParts(core, upload.id);
}

/** Removes what an upload wrote; what fails here is found by the sweep. */
export async function discardParts(core: StorageCore, id: string): Promise<void> {
  await core.blobs.uploads.discard(id).catch((error: unknown) => {
    core.logger.warn({ err: error, upload: id }, 'the parts of an upload could not be removed yet');
  });
}

/** Runs statements on the tables of uploads as the service. Throws AppError. */
export async function inTransaction<T>(
  { database }: StorageCore,
  { bucket, key }: { readonly bucket: string; readonly key: string },
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(work);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw databaseFailure(cause, { table: 'objects', commands: ['INSERT'], bucket, key });
  }
}
