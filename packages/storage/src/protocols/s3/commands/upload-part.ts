import { operations } from '../../../access/operations.ts';
import type { S3Command } from '../command.ts';
import { s3Error } from '../errors.ts';
import { partNumberOf } from '../multipart/part-number.ts';
import { writePart } from '../multipart/parts.ts';
import { findUpload } from '../multipart/uploads.ts';
import { refuseUnsupported } from '../refuse-unsupported.ts';

export const uploadPart: S3Command = {
  operation: operations.s3UploadPart,
  method: 'PUT',
  target: 'object',
  parameters: ['uploadId', 'partNumber'],
  async run(call) {
    const { s3, body } = call;
    refuseUnsupported(s3);
    const number = partNumberOf(s3);
    const { source, length } = body;
    if (length === undefined) throw s3Error('MissingContentLength');
    const upload = await findUpload(call);
    const { etag } = await writePart(call, upload, number, { source, length });
    return { status: 200, headers: { etag: `"${etag}"` } };
  },
};
