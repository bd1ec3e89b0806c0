import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { findReadable } from '../../objects/find-readable.ts';
import type { StorageService } from '../../service.ts';
import { objectPath } from '../object-path.ts';
import { storageRoute } from '../storage-route.ts';
import { objectInfo } from './object-info.ts';

/** GET and HEAD /object/info/public/:bucket/*. */
export const getPublicInfo: Route<StorageService> = storageRoute({
  id: 'storage.get-public-info',
  method: ['GET', 'HEAD'],
  path: '/object/info/public/:bucket/*',
  summary: 'What is known of an object of a public bucket, for everybody.',
  access: 'open',
  errors: ['NoSuchBucket', 'NoSuchKey', 'InvalidKey'],
  async handler(service, request) {
    const { bucket, key } = objectPath(request);
    const access = accessOf(request, operations.infoPublic);
    return objectInfo(await findReadable(service, access, bucket, key, 'public'));
  },
});
