import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { storageError } from '../../errors.ts';
import { metadataOfHeader } from '../../input/user-metadata.ts';
import { copyObject as copy } from '../../objects/copy-object.ts';
import type { StorageService } from '../../service.ts';
import { headerText } from '../../serving/header-text.ts';
import { storageRoute } from '../storage-route.ts';

/** POST /object/copy. */
export const copyObject: Route<StorageService> = storageRoute({
  id: 'storage.copy-object',
  method: 'POST',
  path: '/object/copy',
  summary: 'Copies an object, in the same or to another bucket.',
  access: 'key',
  input: {
    body: Type.Object({
      bucketId: Type.String(),
      sourceKey: Type.String(),
      destinationBucket: Type.Optional(Type.String()),
      destinationKey: Type.String(),
      metadata: Type.Optional(
        Type.Object({
          cacheControl: Type.Optional(Type.String()),
          mimetype: Type.Optional(Type.String()),
        }),
      ),
      copyMetadata: Type.Optional(Type.Boolean()),
    }),
  },
  errors: ['AccessDenied', 'NoSuchKey', 'InvalidKey', 'KeyAlreadyExists', 'EntityTooLarge'],
  async handler(service, request) {
    const { bucketId, sourceKey, destinationBucket, destinationKey } = request.body;
    const { copyMetadata = true, metadata = {} } = request.body;
    const target = {
      bucket: destinationBucket || bucketId,
      key: destinationKey,
      upsert: request.headers['x-upsert'] === 'true',
      owner: request.caller.userId,
    };
    const access = accessOf(request, operations.copyObject);
    const changes = copyMetadata
      ? { userMetadata: null }
      : {
          cacheControl: sendable(metadata.cacheControl),
          mimetype: sendable(metadata.mimetype),
          userMetadata: metadataOfHeader(request.headers['x-metadata']) ?? {},
        };
    const object = await copy(
      service,
      access,
      { bucket: bucketId, key: sourceKey },
      target,
      changes,
    );
    return {
      status: 200,
      body: { Id: object.id, Key: `${target.bucket}/${destinationKey}`, ...object },
    };
  },
});

/** What becomes a header of every download. */
function sendable(value: string | undefined): string | undefined {
  if (value === undefined || headerText(value) !== undefined) return value;
  throw storageError('InvalidRequest', { message: 'Invalid character in metadata' });
}
