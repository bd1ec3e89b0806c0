import { operations } from '../../../access/operations.ts';
import { findBucket } from '../../../buckets/bucket.ts';
import type { S3Command } from '../command.ts';

export const headBucket: S3Command = {
  operation: operations.s3HeadBucket,
  method: 'HEAD',
  target: 'bucket',
  async run({ storage, access, bucket }) {
    await findBucket(storage, access, bucket);
    return { status: 200, headers: { 'x-amz-bucket-region': storage.s3.region } };
  },
};
