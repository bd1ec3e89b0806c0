import { createHash } from 'node:crypto';
import { AppError } from '@plinth/kernel';
import type { Access } from '../../access/access.ts';
import { type BlobFacts, BlobMissing } from '../../backends/blob-store.ts';
import type { StorageCore } from '../../core.ts';
import type { StorageErrorCode } from '../../errors.ts';
import { commitRow, discardBlob, metadataOf } from '../../objects/commit-object.ts';
import { tusError } from './errors.ts';
import type { RunningHashes } from './running-hashes.ts';
import { completion, deleteUpload, type UploadRecord } from './upload-records.ts';

/** What an object is served as where its upload did not say. */
export const defaultType = 'application/octet-stream';

/**
 * Makes an upload that has all its bytes an object. Row of the object and completion of the upload are one statement:
 * where that has not happened, it can be tried again, also after a crash in the middle. Where it is refused for good
 * (`KeyAlreadyExists`, a trigger) the upload is forgotten; what passes (locks, a database without room) costs no bytes.
 */
export async function completeUpload(
  core: StorageCore,
  hashes: RunningHashes,
  access: Access,
  upload: UploadRecord,
): Promise<UploadRecord> {
  const { id, bucket, key, owner, upsert, contentType, cacheControl, userMetadata } = upload;
  const facts = await blobOf(core, hashes, upload);
  if (facts.size !== upload.length) {
    await forgetUpload(core, id);
    await discardBlob(core, id);
    throw tusError('UploadGone');
  }
  const shown = { mimetype: contentType ?? defaultType, cacheControl };
  const metadata = metadataOf(facts, shown, core.clock.now());
  const target = { bucket, key, upsert, owner };
  try {
    await commitRow(core, access, target, id, metadata, userMetadata, completion(upload));
  } catch (error) {
    if (isFinal(error)) {
      await forgetUpload(core, id);
      await discardBlob(core, id);
    }
    throw error;
  }
  await core.blobs.uploads.discard(id);
  return { ...upload, completed: true };
}

/** Ends an upload and removes what it wrote. */
export async function forgetUpload(core: StorageCore, id: string): Promise<void> {
  await deleteUpload(core, id);
  await core.blobs.uploads.discard(id);
}

/** Refusals that another attempt may not meet, or after which nobody knows whether the row was written. */
const passing: ReadonlySet<string> = new Set<StorageErrorCode>([
  'Unavailable',
  'SlowDown',
  'ResourceLocked',
  'DatabaseTimeout',
  'DatabaseReadOnly',
  'DatabaseSchemaMismatch',
  'DatabaseInvalidObjectDefinition',
]);

function isFinal(error: unknown): boolean {
  return error instanceof AppError && !passing.has(error.code);
}

/** The blob of a whole upload: made now, or by an attempt that came no further. */
async function blobOf(
  core: StorageCore,
  hashes: RunningHashes,
  { id, offset }: UploadRecord,
): Promise<BlobFacts> {
  const made = await existingBlob(core, id);
  if (made !== undefined) return made;
  const hash = hashes.take(id, offset);
  const known = hash === undefined ? undefined : { size: offset, etag: hash.digest('hex') };
  return core.blobs.uploads.finish(id, id, known);
}

async function existingBlob({ blobs }: StorageCore, id: string): Promise<BlobFacts | undefined> {
  try {
    const { body } = await blobs.read(id);
    const hash = createHash('md5');
    let size = 0;
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      hash.update(chunk);
      size += chunk.byteLength;
    }
    return { size, etag: hash.digest('hex') };
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
}
