import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { callerOf } from '../../access/caller-of.ts';
import { operations } from '../../access/operations.ts';
import { findReadable } from '../../objects/find-readable.ts';
import type { StorageService } from '../../service.ts';
import { objectPath } from '../object-path.ts';
import { storageRoute } from '../storage-route.ts';
import { objectInfo } from './object-info.ts';

/** GET and HEAD /object/info/:bucket/*. */
export const getInfo: Route<StorageService> = storageRoute({
  id: 'storage.get-info',
  method: ['GET', 'HEAD'],
  path: '/object/info/:bucket/*',
  summary: 'What is known of an object: of a public bucket for everybody, else as policies say.',
  access: 'open',
  errors: ['NoSuchBucket', 'NoSuchKey', 'InvalidKey'],
  async handler(service, request) {
    const { bucket, key } = objectPath(request);
    const caller = await callerOf(service, request);
    const access = accessOf(request, operations.infoAuthenticated, caller);
    return objectInfo(await findReadable(service, access, bucket, key, 'credential'));
  },
});
