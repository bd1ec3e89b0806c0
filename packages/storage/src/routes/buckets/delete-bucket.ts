import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { deleteBucket as remove } from '../../buckets/write-bucket.ts';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

/** DELETE /bucket/:bucket. */
export const deleteBucket: Route<StorageService> = storageRoute({
  id: 'storage.delete-bucket',
  method: 'DELETE',
  path: '/bucket/:bucket',
  summary: 'Deletes an empty bucket.',
  access: 'key',
  input: { params: Type.Object({ bucket: Type.String() }) },
  errors: ['AccessDenied', 'NoSuchBucket', 'ResourceNotEmpty', 'ResourceReferenced'],
  async handler(service, request) {
    await remove(service, accessOf(request, operations.deleteBucket), request.params.bucket);
    return { status: 200, body: { message: 'Successfully deleted' } };
  },
});
