import { operations } from '../../../access/operations.ts';
import type { ByteRange, ByteSource, OpenBlob } from '../../../backends/blob-store.ts';
import { openObject } from '../../../objects/read-object.ts';
import { type S3Command, xmlReply } from '../command.ts';
import { copySourceOf, findCopySource } from '../copy-source.ts';
import { s3Error } from '../errors.ts';
import { partNumberOf } from '../multipart/part-number.ts';
import { writePart } from '../multipart/parts.ts';
import { findUpload } from '../multipart/uploads.ts';
import { refuseUnsupported } from '../refuse-unsupported.ts';
import { header, type S3Request } from '../s3-request.ts';

export const uploadPartCopy: S3Command = {
  operation: operations.s3UploadPartCopy,
  method: 'PUT',
  target: 'object',
  parameters: ['uploadId', 'partNumber'],
  header: 'x-amz-copy-source',
  async run(call) {
    const { storage, s3 } = call;
    refuseUnsupported(s3);
    const number = partNumberOf(s3);
    const from = copySourceOf(s3);
    const upload = await findUpload(call);
    const { blob, range } = await openObject(
      storage,
      () => findCopySource(call, from),
      (_, size) => sourceRange(s3, size),
    );
    const length = range === undefined ? blob.size : range.end - range.start + 1;
    const { etag } = await writePart(call, upload, number, {
      source: bytesOf(blob),
      length,
    }).finally(() => close(blob));
    return xmlReply('CopyPartResult', {
      ETag: `"${etag}"`,
      LastModified: new Date(storage.clock.now()).toISOString(),
    });
  },
};

/** `x-amz-copy-source-range`: first and last byte, both named and both within the source. Throws `InvalidArgument`. */
function sourceRange(s3: S3Request, size: number): ByteRange | undefined {
  const asked = header(s3, 'x-amz-copy-source-range');
  if (asked === undefined) return undefined;
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(asked) ?? [];
  const start = Number(first ?? Number.NaN);
  const end = Number(last ?? Number.NaN);
  if (start <= end && end < size) return { start, end };
  throw s3Error('InvalidArgument', {
    message: 'x-amz-copy-source-range must be bytes=first-last within the source',
  });
}

async function* bytesOf({ body }: OpenBlob): ByteSource {
  if (body instanceof Uint8Array) yield body;
  else yield* body as AsyncIterable<Uint8Array>;
}

/** Where a part is refused before its first byte, nobody else closes the source. */
function close({ body }: OpenBlob): void {
  if (!(body instanceof Uint8Array)) body.destroy();
}
