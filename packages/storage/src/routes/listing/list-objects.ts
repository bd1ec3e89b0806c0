import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { listObjects as list } from '../../listing/list-objects.ts';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

const columns = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const;

/** POST /object/list/:bucket. */
export const listObjects: Route<StorageService> = storageRoute({
  id: 'storage.list-objects',
  method: 'POST',
  path: '/object/list/:bucket',
  summary: 'What lies in a folder: its objects, and its folders with id null.',
  access: 'key',
  input: {
    params: Type.Object({ bucket: Type.String() }),
    body: Type.Object({
      prefix: Type.String(),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
      search: Type.Optional(Type.String()),
      sortBy: Type.Optional(
        Type.Object({
          column: Type.Enum(columns),
          order: Type.Optional(Type.Enum(['asc', 'desc'])),
        }),
      ),
    }),
  },
  errors: ['AccessDenied', 'InvalidRequest'],
  async handler(service, request) {
    const { prefix, limit = 100, offset = 0, search = '', sortBy } = request.body;
    const rows = await list(service, accessOf(request, operations.list), request.params.bucket, {
      prefix,
      limit,
      offset,
      search,
      column: sortBy?.column ?? 'name',
      order: sortBy?.order ?? 'asc',
    });
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: rows,
    };
  },
});
