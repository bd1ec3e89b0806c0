import { operations } from '../../../access/operations.ts';
import { checkBucket } from '../../../input/names.ts';
import { writeObject } from '../../../objects/write-object.ts';
import type { S3Command } from '../command.ts';
import { mayReplace } from '../conditions.ts';
import { metadataOf, presentationOf } from '../object-headers.ts';
import { refuseUnsupported } from '../refuse-unsupported.ts';
import { withPrecondition } from '../with-precondition.ts';

export const putObject: S3Command = {
  operation: operations.s3Upload,
  method: 'PUT',
  target: 'object',
  async run({ storage, access, s3, bucket, key, body, owner }) {
    refuseUnsupported(s3);
    checkBucket(bucket);
    const upsert = mayReplace(s3);
    // An empty folder is an object of this name inside of it, for every protocol.
    const isFolder = key.endsWith('/') && body.length === 0;
    const target = { bucket, key: isFolder ? `${key}.emptyFolderPlaceholder` : key, upsert, owner };
    const object = await withPrecondition(
      writeObject(storage, access, target, {
        ...presentationOf(s3),
        source: body.source,
        declaredLength: body.length,
        userMetadata: metadataOf(s3.request.headers),
      }),
    );
    return { status: 200, headers: { etag: String(object.metadata?.eTag) } };
  },
};
