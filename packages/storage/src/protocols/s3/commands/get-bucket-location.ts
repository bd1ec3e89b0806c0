import { operations } from '../../../access/operations.ts';
import { findBucket } from '../../../buckets/bucket.ts';
import { type S3Command, xmlReply } from '../command.ts';

export const getBucketLocation: S3Command = {
  operation: operations.s3GetBucketLocation,
  method: 'GET',
  target: 'bucket',
  parameters: ['location'],
  async run({ storage, access, bucket }) {
    await findBucket(storage, access, bucket);
    return xmlReply('LocationConstraint', storage.s3.region);
  },
};
