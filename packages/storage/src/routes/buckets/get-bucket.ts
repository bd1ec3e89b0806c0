import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { findBucket } from '../../buckets/bucket.ts';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

/** GET /bucket/:bucket. */
export const getBucket: Route<StorageService> = storageRoute({
  id: 'storage.get-bucket',
  method: 'GET',
  path: '/bucket/:bucket',
  summary: 'One bucket.',
  access: 'key',
  input: { params: Type.Object({ bucket: Type.String() }) },
  errors: ['AccessDenied', 'NoSuchBucket'],
  async handler(service, request) {
    const access = accessOf(request, operations.getBucket);
    return { status: 200, body: await findBucket(service, access, request.params.bucket) };
  },
});
