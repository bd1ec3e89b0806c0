import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { findReadable } from '../../objects/find-readable.ts';
import type { StorageService } from '../../service.ts';
import { serveObject } from '../../serving/serve-object.ts';
import { objectPath } from '../object-path.ts';
import { storageRoute } from '../storage-route.ts';

/** GET and HEAD /object/public/:bucket/*. */
export const getPublicObject: Route<StorageService> = storageRoute({
  id: 'storage.get-public-object',
  method: ['GET', 'HEAD'],
  path: '/object/public/:bucket/*',
  summary: 'An object of a public bucket, for everybody.',
  access: 'open',
  errors: ['NoSuchBucket', 'NoSuchKey', 'InvalidKey', 'InvalidRange'],
  handler(service, request) {
    const { bucket, key } = objectPath(request);
    const operation = request.method === 'HEAD' ? operations.infoPublic : operations.getPublic;
    const access = accessOf(request, operation);
    return serveObject(service, request, () =>
      findReadable(service, access, bucket, key, 'public'),
    );
  },
});
