import { operations } from '../../../access/operations.ts';
import { deleteBucket as remove } from '../../../buckets/write-bucket.ts';
import type { S3Command } from '../command.ts';

export const deleteBucket: S3Command = {
  operation: operations.s3DeleteBucket,
  method: 'DELETE',
  target: 'bucket',
  async run({ storage, access, bucket }) {
    await remove(storage, access, bucket);
    return { status: 204 };
  },
};
