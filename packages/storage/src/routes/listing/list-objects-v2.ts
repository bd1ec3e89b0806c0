import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { listPage } from '../../listing/list-objects-v2.ts';
import type { StorageService } from '../../service.ts';
import { mostPerRequest } from '../bounds.ts';
import { storageRoute } from '../storage-route.ts';

/** POST /object/list-v2/:bucket. */
export const listObjectsV2: Route<StorageService> = storageRoute({
  id: 'storage.list-objects-v2',
  method: 'POST',
  path: '/object/list-v2/:bucket',
  summary: 'A page of a bucket, with or without folders, and the cursor of the next.',
  access: 'key',
  input: {
    params: Type.Object({ bucket: Type.String() }),
    body: Type.Object({
      prefix: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Integer({ minimum: 1 })),
      cursor: Type.Optional(Type.String({ maxLength: 16_384 })),
      with_delimiter: Type.Optional(Type.Boolean()),
      sortBy: Type.Optional(
        Type.Object({
          column: Type.Enum(['name', 'updated_at', 'created_at']),
          order: Type.Optional(Type.Enum(['asc', 'desc'])),
        }),
      ),
    }),
  },
  errors: ['AccessDenied', 'InvalidRequest', 'InvalidParameter'],
  async handler(service, request) {
    const { prefix = '', limit, cursor, with_delimiter: withDelimiter, sortBy } = request.body;
    const access = accessOf(request, operations.listV2);
    const page = await listPage(service, access, request.params.bucket, {
      prefix,
      delimiter: withDelimiter === true ? '/' : '',
      limit: Math.min(limit ?? mostPerRequest, mostPerRequest),
      cursor: cursor === '' ? undefined : cursor,
      column: sortBy?.column ?? 'name',
      order: sortBy?.order ?? 'asc',
    });
    return { status: 200, body: page };
  },
});
