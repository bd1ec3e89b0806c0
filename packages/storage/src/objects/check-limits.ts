import type { Access } from '../access/access.ts';
import { findBucketAsService, sizeLimitOf } from '../buckets/bucket.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { checkMimeType } from '../input/mime-types.ts';
import { isFolderPlaceholder } from '../input/names.ts';
import type { Place } from './move-object.ts';

/** What is stored already, as the limits of a bucket see it. */
export interface StoredContent {
  /** Where it is now: bytes that a bucket holds are not too many for it. */
  readonly bucket: string;
  /** What it is to be served as. */
  readonly mimetype: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Throws where the bucket of `to` does not take what a copy or move puts there by its row alone: `NoSuchBucket`,
 * `InvalidMimeType`, `EntityTooLarge`.
 */
export async function checkLimits(
  core: StorageCore,
  access: Access,
  to: Place,
  { bucket: from, mimetype, size }: StoredContent,
): Promise<void> {
  const bucket = await findBucketAsService(core, access, to.bucket);
  if (isFolderPlaceholder(to.key) && size === 0) return;
  checkMimeType(mimetype, bucket.allowed_mime_types);
  if (from !== to.bucket && size > sizeLimitOf(core, bucket)) throw storageError('EntityTooLarge');
}
