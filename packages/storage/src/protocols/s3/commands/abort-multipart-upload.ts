import { operations } from '../../../access/operations.ts';
import type { S3Command } from '../command.ts';
import { deleteUpload, findUpload } from '../multipart/uploads.ts';

export const abortMultipartUpload: S3Command = {
  operation: operations.s3AbortMultipart,
  method: 'DELETE',
  target: 'object',
  parameters: ['uploadId'],
  async run(call) {
    await deleteUpload(call.storage, await findUpload(call));
    return { status: 204 };
  },
};
