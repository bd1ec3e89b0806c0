import type { JsonObject } from '@plinth/kernel';
import { type Access, isService } from '../access/access.ts';
import type { ByteSource } from '../backends/blob-store.ts';
import { newVersion } from '../backends/new-version.ts';
import { findBucketAsService, sizeLimitOf } from '../buckets/bucket.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { checkMimeType } from '../input/mime-types.ts';
import { checkKey, isFolderPlaceholder } from '../input/names.ts';
import { checkWrite, type WriteTarget } from './check-write.ts';
import {
  commitUpload,
  metadataOf,
  type Presentation,
  type WrittenObject,
} from './commit-object.ts';
import { limited } from './limited.ts';

/** Up to this size a body is worth less than a round trip, in bytes. */
const smallBody = 1_048_576;

/** Bytes with what is said about them. */
export interface Content extends Presentation {
  readonly source: ByteSource;
  /** Bytes, where the client told; more of them than that are refused anyway by HTTP. */
  readonly declaredLength?: number | undefined;
  readonly userMetadata?: JsonObject | undefined;
}

/**
 * The largest content that the target takes, in bytes; refuses types that its bucket does not allow. Throws
 * `NoSuchBucket`, `InvalidMimeType`.
 */
export async function admitContent(
  core: StorageCore,
  access: Access,
  target: Pick<WriteTarget, 'bucket' | 'key'>,
  mimetype: string,
): Promise<number> {
  const bucket = await core.bucketLimits.of(target.bucket, () =>
    findBucketAsService(core, access, target.bucket),
  );
  if (isFolderPlaceholder(target.key)) return 0;
  checkMimeType(mimetype, bucket.allowed_mime_types);
  return sizeLimitOf(core, bucket);
}

/**
 * The whole of an upload in one request: limits, policies, bytes, row. Resolves when the object would survive a power
 * failure; where it throws, nothing has changed.
 */
export async function writeObject(
  core: StorageCore,
  access: Access,
  target: WriteTarget,
  content: Content,
): Promise<WrittenObject> {
  const limit = await admitContent(core, access, target, content.mimetype);
  const { declaredLength: length, mimetype, userMetadata } = content;
  if ((length ?? 0) > limit) throw storageError('EntityTooLarge');
  // No policy applies to the service; a large body of a name that is taken is better refused unread.
  if (isService(access) && length !== undefined && length <= smallBody) checkKey(target.key);
  else await checkWrite(core, access, target, { mimetype, contentLength: length, userMetadata });
  const version = newVersion(core);
  const facts = await core.blobs.write(version, limited(content.source, limit));
  const metadata = metadataOf(facts, content, core.clock.now());
  return commitUpload(core, access, target, version, metadata, userMetadata);
}
