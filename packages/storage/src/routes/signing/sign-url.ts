import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { signedTransformation } from '../../images/signed-transformation.ts';
import { transformationSchema } from '../../images/transformation.ts';
import type { StorageService } from '../../service.ts';
import { signUrl as sign } from '../../signing/sign-urls.ts';
import { objectPath } from '../object-path.ts';
import { storageRoute } from '../storage-route.ts';

/** POST /object/sign/:bucket/*. */
export const signUrl: Route<StorageService> = storageRoute({
  id: 'storage.sign-url',
  method: 'POST',
  path: '/object/sign/:bucket/*',
  summary: 'A URL by which whoever has it reads the object, for expiresIn seconds.',
  access: 'key',
  input: {
    body: Type.Object({
      expiresIn: Type.Integer({ minimum: 1 }),
      transform: Type.Optional(transformationSchema),
    }),
  },
  errors: ['AccessDenied', 'NoSuchKey', 'InvalidKey', 'InvalidRequest'],
  async handler(service, request) {
    const { bucket, key } = objectPath(request);
    const access = accessOf(request, operations.sign);
    const { expiresIn, transform } = request.body;
    const image = service.limits.images ? signedTransformation(transform) : undefined;
    const signedURL = await sign(service, access, bucket, key, expiresIn, image);
    return { status: 200, body: { signedURL } };
  },
});
