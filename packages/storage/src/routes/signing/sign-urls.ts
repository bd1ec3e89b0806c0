import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import type { StorageService } from '../../service.ts';
import { signUrls as sign } from '../../signing/sign-urls.ts';
import { mostPerRequest } from '../bounds.ts';
import { storageRoute } from '../storage-route.ts';

/** POST /object/sign/:bucket. */
export const signUrls: Route<StorageService> = storageRoute({
  id: 'storage.sign-urls',
  method: 'POST',
  path: '/object/sign/:bucket',
  summary: 'Signed URLs of many objects.',
  access: 'key',
  input: {
    params: Type.Object({ bucket: Type.String() }),
    body: Type.Object({
      expiresIn: Type.Integer({ minimum: 1 }),
      paths: Type.Array(Type.String(), { minItems: 1, maxItems: mostPerRequest }),
    }),
  },
  errors: ['AccessDenied', 'InvalidRequest'],
  async handler(service, request) {
    const { expiresIn, paths } = request.body;
    const access = accessOf(request, operations.signMany);
    return {
      status: 200,
      body: await sign(service, access, request.params.bucket, paths, expiresIn),
    };
  },
});
