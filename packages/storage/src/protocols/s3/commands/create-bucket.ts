import { operations } from '../../../access/operations.ts';
import { createBucket as create } from '../../../buckets/write-bucket.ts';
import type { S3Command } from '../command.ts';
import { header } from '../s3-request.ts';

export const createBucket: S3Command = {
  operation: operations.s3CreateBucket,
  method: 'PUT',
  target: 'bucket',
  async run({ storage, access, s3, bucket }) {
    // A bucket is where its project is: the LocationConstraint of the body changes nothing.
    const isPublic = header(s3, 'x-amz-acl') === 'public-read';
    await create(storage, access, { id: bucket, name: bucket }, { public: isPublic });
    return { status: 200, headers: { location: `/${encodeURIComponent(bucket)}` } };
  },
};
