import { operations } from '../../../access/operations.ts';
import type { Bucket } from '../../../buckets/bucket.ts';
import { listBuckets as listAsJson } from '../../../buckets/list-buckets.ts';
import { type S3Command, xmlReply } from '../command.ts';

export const listBuckets: S3Command = {
  operation: operations.s3ListBuckets,
  method: 'GET',
  target: 'service',
  async run({ storage, access, owner }) {
    const text = await listAsJson(storage, access, { column: 'name', order: 'asc' });
    const buckets = JSON.parse(text) as Pick<Bucket, 'name' | 'created_at'>[];
    const id = owner ?? access.caller.role;
    return xmlReply('ListAllMyBucketsResult', {
      Owner: { ID: id, DisplayName: id },
      Buckets: {
        Bucket: buckets.map(({ name, created_at }) => ({ Name: name, CreationDate: created_at })),
      },
    });
  },
};
