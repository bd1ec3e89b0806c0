import type { Access } from '../access/access.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { checkBucket } from '../input/names.ts';
import { type Announced, checkWrite, type WriteTarget } from '../objects/check-write.ts';
import { findKeys, findObject } from '../objects/find-object.ts';

/** What of an image a signed URL shows. */
export interface SignedTransformation {
  /** `height:200,width:200…`: the token pins it. */
  readonly transformations: string;
  readonly format?: string;
}

/**
 * A signed URL of an object that the caller may see, below the Storage API. Not percent-encoded: storage-js does that
 * to what it is given, and would do it twice. `life` in seconds. Throws `NoSuchKey`.
 */
export async function signUrl(
  core: StorageCore,
  access: Access,
  bucket: string,
  key: string,
  life: number,
  image?: SignedTransformation,
): Promise<string> {
  checkBucket(bucket);
  checkLife(core, life);
  await findObject(core, access, bucket, key);
  const token = core.tokens.sign({ ...image, url: `${bucket}/${key}`, scope: 'download' }, life);
  const route = image === undefined ? 'object' : 'render/image';
  return `/${route}/sign/${bucket}/${key}?token=${token}`;
}

/** One of the answers of `signUrls`. */
export interface SignedUrl {
  readonly error: string | null;
  readonly path: string;
  readonly signedURL: string | null;
}

/** Signed URLs of many objects; each that the caller may not see has an error instead. */
export async function signUrls(
  core: StorageCore,
  access: Access,
  bucket: string,
  paths: readonly string[],
  life: number,
): Promise<SignedUrl[]> {
  checkBucket(bucket);
  checkLife(core, life);
  const storable = paths.filter((path) => !path.includes('\0'));
  const found = await findKeys(core, access, bucket, storable);
  return paths.map((path) => {
    if (!found.has(path)) {
      const error = 'Either the object does not exist or you do not have access to it';
      return { error, path, signedURL: null };
    }
    const token = core.tokens.sign({ url: `${bucket}/${path}`, scope: 'download' }, life);
    return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` };
  });
}

/** A URL by which whoever has it uploads this one object as the caller. Throws what `checkWrite` throws. */
export async function signUploadUrl(
  core: StorageCore,
  access: Access,
  target: WriteTarget,
  announced: Announced,
): Promise<{ readonly url: string; readonly token: string }> {
  const { bucket, key, upsert, owner } = target;
  checkBucket(bucket);
  await checkWrite(core, access, target, announced);
  const token = core.tokens.sign(
    { ...(owner !== undefined && { owner }), url: `${bucket}/${key}`, upsert, scope: 'upload' },
    core.limits.uploadUrlLife,
  );
  return { url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token };
}

/** The end of a URL's life must be a number that JSON and dates can hold. */
function checkLife(core: StorageCore, life: number): void {
  if (Number.isSafeInteger(core.clock.now() + life * 1000) && life <= 8_640_000_000) return;
  throw storageError('InvalidRequest', { message: 'expiresIn is too large' });
}
