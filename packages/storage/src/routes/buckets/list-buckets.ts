import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { listBuckets as list } from '../../buckets/list-buckets.ts';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

/** GET /bucket. */
export const listBuckets: Route<StorageService> = storageRoute({
  id: 'storage.list-buckets',
  method: 'GET',
  path: '/bucket',
  summary: 'The buckets that the caller may see.',
  access: 'key',
  input: {
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
      sortColumn: Type.Optional(Type.Enum(['id', 'name', 'created_at', 'updated_at'])),
      sortOrder: Type.Optional(Type.Enum(['asc', 'desc'])),
      search: Type.Optional(Type.String()),
    }),
  },
  errors: ['AccessDenied', 'InvalidRequest'],
  async handler(service, request) {
    const { limit, offset, sortColumn, sortOrder, search } = request.query;
    const rows = await list(service, accessOf(request, operations.listBuckets), {
      limit,
      offset,
      column: sortColumn,
      order: sortOrder,
      search,
    });
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: rows,
    };
  },
});
