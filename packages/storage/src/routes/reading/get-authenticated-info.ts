import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { findReadable } from '../../objects/find-readable.ts';
import type { StorageService } from '../../service.ts';
import { objectPath } from '../object-path.ts';
import { storageRoute } from '../storage-route.ts';
import { objectInfo } from './object-info.ts';

/** GET and HEAD /object/info/authenticated/:bucket/*. */
export const getAuthenticatedInfo: Route<StorageService> = storageRoute({
  id: 'storage.get-authenticated-info',
  method: ['GET', 'HEAD'],
  path: '/object/info/authenticated/:bucket/*',
  summary: 'What is known of an object, for callers with a credential.',
  access: 'key',
  errors: ['AccessDenied', 'NoSuchBucket', 'NoSuchKey', 'InvalidKey'],
  async handler(service, request) {
    const { bucket, key } = objectPath(request);
    const access = accessOf(request, operations.infoAuthenticated);
    return objectInfo(await findReadable(service, access, bucket, key, 'credential'));
  },
});
