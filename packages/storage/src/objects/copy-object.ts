import type { JsonObject } from '@plinth/kernel';
import type { Access } from '../access/access.ts';
import { BlobMissing } from '../backends/blob-store.ts';
import { newVersion } from '../backends/new-version.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { checkBucket, checkKey } from '../input/names.ts';
import { checkLimits } from './check-limits.ts';
import { checkWrite, type WriteTarget } from './check-write.ts';
import { commitObject } from './commit-object.ts';
import { findObject } from './find-object.ts';
import type { Place } from './move-object.ts';
import { sizeOf } from './read-object.ts';
import type { ObjectMetadata, StoredObject } from './stored-object.ts';

/** What a copy has of its own; absent members are the source's. */
export interface CopyChanges {
  readonly cacheControl?: string | undefined;
  readonly mimetype?: string | undefined;
  /** Replaces the user's metadata; null: the source's. */
  readonly userMetadata: JsonObject | null;
}

/** How often a copy begins anew. */
const attempts = 3;

/**
 * Copies an object as the caller: SELECT on the source, INSERT (or the rights of an upsert) on the target. The copy has
 * its own version over the same bytes. Throws `NoSuchKey`, `AccessDenied`, `KeyAlreadyExists`.
 */
export async function copyObject(
  core: StorageCore,
  access: Access,
  from: Place,
  to: WriteTarget,
  changes: CopyChanges,
): Promise<StoredObject> {
  checkBucket(from.bucket);
  checkBucket(to.bucket);
  checkKey(to.key);
  // A source that is overwritten between row and bytes is copied as it is then.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await copyOnce(core, access, from, to, changes);
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      if (attempt === attempts) throw storageError('NoSuchKey', { cause: error });
    }
  }
}

async function copyOnce(
  core: StorageCore,
  access: Access,
  from: Place,
  to: WriteTarget,
  changes: CopyChanges,
): Promise<StoredObject> {
  const source = await findObject(core, access, from.bucket, from.key);
  const userMetadata = changes.userMetadata ?? source.user_metadata ?? undefined;
  const metadata: Partial<ObjectMetadata> = {
    ...source.metadata,
    ...(changes.cacheControl !== undefined && { cacheControl: changes.cacheControl }),
    ...(changes.mimetype !== undefined && { mimetype: changes.mimetype }),
    lastModified: new Date(core.clock.now()).toISOString(),
  };
  if (to.bucket !== from.bucket || changes.mimetype !== undefined) {
    const content = { mimetype: metadata.mimetype ?? '', size: sizeOf(source) };
    await checkLimits(core, access, to, { ...content, bucket: from.bucket });
  }
  await checkWrite(core, access, to, { ...metadata, userMetadata });
  const version = newVersion(core);
  await core.blobs.copy(source.version, version);
  return commitObject(core, access, to, version, metadata, userMetadata);
}
