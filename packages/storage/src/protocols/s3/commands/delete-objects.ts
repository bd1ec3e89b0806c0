import { asService } from '../../../access/access.ts';
import { operations } from '../../../access/operations.ts';
import { findBucketAsService } from '../../../buckets/bucket.ts';
import { deleteObjects as remove } from '../../../objects/delete-objects.ts';
import { findKeys } from '../../../objects/find-object.ts';
import { type S3Command, xmlReply } from '../command.ts';
import { s3Error } from '../errors.ts';
import { readDocument } from '../read-document.ts';
import { childrenOf, childText } from '../xml/read-xml.ts';

/** Most keys of a request, S3's own. */
const mostKeys = 1_000;

export const deleteObjects: S3Command = {
  operation: operations.s3DeleteObjects,
  method: 'POST',
  target: 'bucket',
  parameters: ['delete'],
  async run({ storage, access, bucket, body }) {
    const document = await readDocument(body, 'Delete');
    const keys = childrenOf(document, 'Object').map((object) => childText(object, 'Key') ?? '');
    if (keys.length === 0 || keys.length > mostKeys || keys.includes('')) {
      throw s3Error('MalformedXML');
    }
    await findBucketAsService(storage, access, bucket);
    const deleted = await remove(storage, access, bucket, keys);
    const gone = new Set(deleted.map(({ name }) => name));
    const rest = keys.filter((key) => !gone.has(key) && !key.includes('\0'));
    const kept =
      rest.length === 0 ? new Set() : await findKeys(storage, asService(access), bucket, rest);
    const isQuiet = childText(document, 'Quiet')?.trim() === 'true';
    return xmlReply('DeleteResult', {
      Deleted: isQuiet ? [] : keys.filter((key) => !kept.has(key)).map((Key) => ({ Key })),
      Error: keys
        .filter((key) => kept.has(key))
        .map((Key) => ({ Key, Code: 'AccessDenied', Message: 'Access Denied' })),
    });
  },
};
