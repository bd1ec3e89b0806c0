import { operations } from '../../../access/operations.ts';
import { type S3Command, xmlReply } from '../command.ts';
import { keyEncoding } from '../key-encoding.ts';
import { listParts as list } from '../multipart/parts.ts';
import { findUpload } from '../multipart/uploads.ts';
import { numberParameter } from '../s3-request.ts';

/** Most parts of a page, S3's own. */
const largestPage = 1_000;

export const listParts: S3Command = {
  operation: operations.s3ListParts,
  method: 'GET',
  target: 'object',
  parameters: ['uploadId'],
  async run(call) {
    const { s3, bucket, key } = call;
    const asked = numberParameter(s3, 'max-parts', { least: 0, most: 2_147_483_647 });
    const limit = Math.min(asked ?? largestPage, largestPage);
    const after = numberParameter(s3, 'part-number-marker', { least: 0, most: 2_147_483_647 }) ?? 0;
    const upload = await findUpload(call);
    const found = await list(call, upload, { after, limit: limit + 1 });
    const parts = found.slice(0, limit);
    const isTruncated = limit > 0 && found.length > parts.length;
    return xmlReply('ListPartsResult', {
      Bucket: bucket,
      Key: keyEncoding(s3).encode(key),
      UploadId: upload.id,
      PartNumberMarker: after,
      NextPartNumberMarker: isTruncated ? parts.at(-1)?.number : undefined,
      MaxParts: limit,
      IsTruncated: isTruncated,
      StorageClass: 'STANDARD',
      Part: parts.map(({ number, etag, size, createdAt }) => ({
        PartNumber: number,
        LastModified: createdAt,
        ETag: `"${etag}"`,
        Size: size,
      })),
    });
  },
};
