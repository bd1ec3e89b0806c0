import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { callerOf } from '../../access/caller-of.ts';
import { operations } from '../../access/operations.ts';
import { findReadable } from '../../objects/find-readable.ts';
import type { StorageService } from '../../service.ts';
import { serveObject } from '../../serving/serve-object.ts';
import { objectPath } from '../object-path.ts';
import { storageRoute } from '../storage-route.ts';

/** GET and HEAD /object/:bucket/*: what supabase-js calls for `download` and `exists`. */
export const getObject: Route<StorageService> = storageRoute({
  id: 'storage.get-object',
  method: ['GET', 'HEAD'],
  path: '/object/:bucket/*',
  summary: 'An object: of a public bucket for everybody, of a private one as policies say.',
  access: 'open',
  errors: ['NoSuchBucket', 'NoSuchKey', 'InvalidKey', 'InvalidRange'],
  async handler(service, request) {
    const { bucket, key } = objectPath(request);
    const operation =
      request.method === 'HEAD' ? operations.headAuthenticated : operations.getAuthenticated;
    const access = accessOf(request, operation, await callerOf(service, request));
    const find = () => findReadable(service, access, bucket, key, 'credential');
    return serveObject(service, request, find);
  },
});
