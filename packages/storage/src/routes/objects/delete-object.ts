import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { deleteObject as remove } from '../../objects/delete-objects.ts';
import type { StorageService } from '../../service.ts';
import { objectPath } from '../object-path.ts';
import { storageRoute } from '../storage-route.ts';

/** DELETE /object/:bucket/*. */
export const deleteObject: Route<StorageService> = storageRoute({
  id: 'storage.delete-object',
  method: 'DELETE',
  path: '/object/:bucket/*',
  summary: 'Deletes one object.',
  access: 'key',
  errors: ['AccessDenied', 'NoSuchKey', 'InvalidKey'],
  async handler(service, request) {
    const { bucket, key } = objectPath(request);
    await remove(service, accessOf(request, operations.deleteObject), bucket, key);
    return { status: 200, body: { message: 'Successfully deleted' } };
  },
});
