import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { deleteObjects as remove } from '../../objects/delete-objects.ts';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

/** DELETE /object/:bucket. */
export const deleteObjects: Route<StorageService> = storageRoute({
  id: 'storage.delete-objects',
  method: 'DELETE',
  path: '/object/:bucket',
  summary: 'Deletes those of the named objects that the caller may delete; gives them.',
  access: 'key',
  input: {
    params: Type.Object({ bucket: Type.String() }),
    body: Type.Object({
      prefixes: Type.Array(Type.String(), { minItems: 1 }),
    }),
  },
  errors: ['AccessDenied', 'InvalidRequest'],
  async handler(service, request) {
    const access = accessOf(request, operations.deleteObjects);
    const { prefixes } = request.body;
    return { status: 200, body: await remove(service, access, request.params.bucket, prefixes) };
  },
});
