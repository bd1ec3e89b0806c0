import { AppError } from '@plinth/kernel';
import { findBucketAsService } from '../../buckets/bucket.ts';
import { checkBucket } from '../../input/names.ts';
import { findObject } from '../../objects/find-object.ts';
import type { StoredObject } from '../../objects/stored-object.ts';
import type { S3Call } from './command.ts';

/** The object of a call, where its caller may see it. Throws `NoSuchKey`, or `NoSuchBucket` where even that is missing. */
export async function findExisting({
  storage,
  access,
  bucket,
  key,
}: S3Call): Promise<StoredObject> {
  checkBucket(bucket);
  try {
    return await findObject(storage, access, bucket, key);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NoSuchKey') {
      await findBucketAsService(storage, access, bucket);
    }
    throw error;
  }
}
