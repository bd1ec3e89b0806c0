import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { moveObject as move } from '../../objects/move-object.ts';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

/** POST /object/move. */
export const moveObject: Route<StorageService> = storageRoute({
  id: 'storage.move-object',
  method: 'POST',
  path: '/object/move',
  summary: 'Gives an object another name, in the same or another bucket.',
  access: 'key',
  input: {
    body: Type.Object({
      bucketId: Type.String(),
      sourceKey: Type.String(),
      destinationBucket: Type.Optional(Type.String()),
      destinationKey: Type.String(),
    }),
  },
  errors: ['AccessDenied', 'NoSuchKey', 'InvalidKey', 'KeyAlreadyExists'],
  async handler(service, request) {
    const { bucketId, sourceKey, destinationBucket, destinationKey } = request.body;
    await move(
      service,
      accessOf(request, operations.move),
      { bucket: bucketId, key: sourceKey },
      { bucket: destinationBucket || bucketId, key: destinationKey },
    );
    return { status: 200, body: { message: 'Successfully moved' } };
  },
});
