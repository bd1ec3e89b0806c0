import { operations } from '../../../access/operations.ts';
import { copyObject as copy } from '../../../objects/copy-object.ts';
import { type S3Command, xmlReply } from '../command.ts';
import { mayReplace } from '../conditions.ts';
import { copySourceOf, findCopySource } from '../copy-source.ts';
import { s3Error } from '../errors.ts';
import { metadataOf } from '../object-headers.ts';
import { refuseUnsupported } from '../refuse-unsupported.ts';
import { header, type S3Request } from '../s3-request.ts';
import { withPrecondition } from '../with-precondition.ts';

export const copyObject: S3Command = {
  operation: operations.s3CopyObject,
  method: 'PUT',
  target: 'object',
  header: 'x-amz-copy-source',
  async run(call) {
    const { storage, access, s3, bucket, key, owner } = call;
    refuseUnsupported(s3);
    const source = copySourceOf(s3);
    const upsert = mayReplace(s3);
    const changes = changesOf(s3);
    await findCopySource(call, source);
    const object = await withPrecondition(
      copy(storage, access, source, { bucket, key, upsert, owner }, changes),
    );
    return xmlReply('CopyObjectResult', {
      ETag: String(object.metadata?.eTag),
      LastModified: object.updated_at,
    });
  },
};

/** The copy keeps what describes the source, or takes all of it from the request. */
function changesOf(s3: S3Request): Parameters<typeof copy>[4] {
  const directive = header(s3, 'x-amz-metadata-directive') ?? 'COPY';
  if (directive === 'COPY') return { userMetadata: null };
  if (directive !== 'REPLACE') {
    throw s3Error('InvalidArgument', { message: 'x-amz-metadata-directive: COPY or REPLACE' });
  }
  return {
    mimetype: header(s3, 'content-type'),
    cacheControl: header(s3, 'cache-control'),
    userMetadata: metadataOf(s3.request.headers) ?? {},
  };
}
