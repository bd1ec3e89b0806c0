import { operations } from '../../../access/operations.ts';
import { checkBucket } from '../../../input/names.ts';
import { admitContent } from '../../../objects/write-object.ts';
import { type S3Command, xmlReply } from '../command.ts';
import { checkUploadAllowed, insertUpload } from '../multipart/uploads.ts';
import { metadataOf, presentationOf } from '../object-headers.ts';
import { refuseUnsupported } from '../refuse-unsupported.ts';

export const createMultipartUpload: S3Command = {
  operation: operations.s3CreateMultipart,
  method: 'POST',
  target: 'object',
  parameters: ['uploads'],
  async run(call) {
    const { storage, access, s3, bucket, key, owner } = call;
    refuseUnsupported(s3);
    checkBucket(bucket);
    const shown = presentationOf(s3);
    await admitContent(storage, access, { bucket, key }, shown.mimetype);
    const userMetadata = metadataOf(s3.request.headers);
    const upload = { id: storage.random.uuid(), bucket, key, owner, ...shown, userMetadata };
    await checkUploadAllowed(call, upload);
    await insertUpload(storage, upload);
    return xmlReply('InitiateMultipartUploadResult', {
      Bucket: bucket,
      Key: key,
      UploadId: upload.id,
    });
  },
};
