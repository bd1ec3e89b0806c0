import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { storageError } from '../../errors.ts';
import { findReadable } from '../../objects/find-readable.ts';
import type { StorageService } from '../../service.ts';
import { serveObject } from '../../serving/serve-object.ts';
import { objectPath, queryText } from '../object-path.ts';
import { storageRoute } from '../storage-route.ts';

/** GET and HEAD /object/sign/:bucket/*?token=. */
export const getSignedObject: Route<StorageService> = storageRoute({
  id: 'storage.get-signed-object',
  method: ['GET', 'HEAD'],
  path: '/object/sign/:bucket/*',
  summary: 'An object, for whoever has its signed URL.',
  access: 'open',
  errors: ['InvalidJWT', 'InvalidSignature', 'NoSuchKey', 'InvalidRange'],
  handler(service, request) {
    const { bucket, key } = objectPath(request);
    const token = queryText(request, 'token');
    if (token === undefined) {
      throw storageError('InvalidRequest', {
        message: "querystring must have required property 'token'",
        details: { part: 'querystring' },
      });
    }
    const { exp } = service.tokens.verify(token, `${bucket}/${key}`, 'download');
    const access = accessOf(request, operations.getSigned);
    const find = () => findReadable(service, access, bucket, key, 'signed');
    return serveObject(service, request, find, { expires: new Date(exp * 1000).toUTCString() });
  },
});
