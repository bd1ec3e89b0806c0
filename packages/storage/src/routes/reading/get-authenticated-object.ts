import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { findReadable } from '../../objects/find-readable.ts';
import type { StorageService } from '../../service.ts';
import { serveObject } from '../../serving/serve-object.ts';
import { objectPath } from '../object-path.ts';
import { storageRoute } from '../storage-route.ts';

/** GET and HEAD /object/authenticated/:bucket/*. */
export const getAuthenticatedObject: Route<StorageService> = storageRoute({
  id: 'storage.get-authenticated-object',
  method: ['GET', 'HEAD'],
  path: '/object/authenticated/:bucket/*',
  summary: 'An object, for callers with a credential.',
  access: 'key',
  errors: ['AccessDenied', 'NoSuchBucket', 'NoSuchKey', 'InvalidKey', 'InvalidRange'],
  handler(service, request) {
    const { bucket, key } = objectPath(request);
    const operation =
      request.method === 'HEAD' ? operations.headAuthenticated : operations.getAuthenticated;
    const access = accessOf(request, operation);
    return serveObject(service, request, () =>
      findReadable(service, access, bucket, key, 'credential'),
    );
  },
});
