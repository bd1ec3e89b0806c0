import { operations } from '../../../access/operations.ts';
import { findBucket } from '../../../buckets/bucket.ts';
import { type S3Command, xmlReply } from '../command.ts';

export const getBucketVersioning: S3Command = {
  operation: operations.s3GetBucketVersioning,
  method: 'GET',
  target: 'bucket',
  parameters: ['versioning'],
  async run({ storage, access, bucket }) {
    await findBucket(storage, access, bucket);
    return xmlReply('VersioningConfiguration', { Status: 'Suspended', MfaDelete: 'Disabled' });
  },
};
