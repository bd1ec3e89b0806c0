import { AppError } from '@plinth/kernel';
import { operations } from '../../../access/operations.ts';
import { findBucketAsService } from '../../../buckets/bucket.ts';
import { deleteObject as remove } from '../../../objects/delete-objects.ts';
import type { S3Command } from '../command.ts';

export const deleteObject: S3Command = {
  operation: operations.s3DeleteObject,
  method: 'DELETE',
  target: 'object',
  async run({ storage, access, bucket, key }) {
    try {
      await remove(storage, access, bucket, key);
    } catch (error) {
      // What is not there has been deleted already.
      if (!(error instanceof AppError && error.code === 'NoSuchKey')) throw error;
      await findBucketAsService(storage, access, bucket);
    }
    return { status: 204 };
  },
};
