import { checkBucket } from '../../input/names.ts';
import { findObject } from '../../objects/find-object.ts';
import type { StoredObject } from '../../objects/stored-object.ts';
import { etagOf, lastModifiedOf } from '../../serving/object-headers.ts';
import type { S3Call } from './command.ts';
import { checkCopySource } from './conditions.ts';
import { s3Error } from './errors.ts';
import { header, type S3Request } from './s3-request.ts';

/** Where a copy comes from. */
export interface CopySource {
  readonly bucket: string;
  readonly key: string;
}

/** `x-amz-copy-source`: `bucket/key`, percent-encoded, with or without a slash before it. Throws `InvalidArgument`. */
export function copySourceOf(s3: S3Request): CopySource {
  const [path = '', version] = (header(s3, 'x-amz-copy-source') ?? '').split('?versionId=');
  const invalid = (message: string): Error => s3Error('InvalidArgument', { message });
  if (version !== undefined && version !== 'null') throw invalid('Objects have one version only.');
  const at = path.indexOf('/', 1);
  if (at < 0) throw invalid('x-amz-copy-source must be a bucket and a key');
  try {
    return {
      bucket: checkBucket(decodeURIComponent(path.slice(path.startsWith('/') ? 1 : 0, at))),
      key: decodeURIComponent(path.slice(at + 1)),
    };
  } catch (error) {
    if (error instanceof URIError) throw invalid('x-amz-copy-source is not percent-encoded');
    throw error;
  }
}

/** The object that a copy comes from, where the caller may see it and the conditions on it hold. Throws AppError. */
export async function findCopySource(
  { storage, access, s3 }: S3Call,
  source: CopySource,
): Promise<StoredObject> {
  const object = await findObject(storage, access, source.bucket, source.key);
  checkCopySource(s3.request.headers, {
    etag: etagOf(object),
    lastModified: lastModifiedOf(object),
  });
  return object;
}
