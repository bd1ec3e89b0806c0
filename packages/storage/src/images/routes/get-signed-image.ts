import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { findReadable } from '../../objects/find-readable.ts';
import { objectPath } from '../../routes/object-path.ts';
import { storageRoute } from '../../routes/storage-route.ts';
import type { StorageService } from '../../service.ts';
import { parseTransformation } from '../transformation.ts';
import { serveImage } from './serve-image.ts';

/** GET /render/image/sign/:bucket/*?token=. */
export const getSignedImage: Route<StorageService> = storageRoute({
  id: 'storage.get-signed-image',
  method: ['GET', 'HEAD'],
  path: '/render/image/sign/:bucket/*',
  summary: 'A transformed image, for whoever has its signed URL: the token says what of it.',
  access: 'open',
  input: {
    query: Type.Object({ token: Type.String(), download: Type.Optional(Type.String()) }),
  },
  errors: ['InvalidJWT', 'InvalidSignature', 'NoSuchKey', 'InvalidRequest', 'SlowDown'],
  handler(service, request) {
    const { bucket, key } = objectPath(request);
    const claims = service.tokens.verify(request.query.token, `${bucket}/${key}`, 'download');
    const access = accessOf(request, operations.renderSigned);
    const find = () => findReadable(service, access, bucket, key, 'signed');
    return serveImage(service, request, find, {
      transformation: parseTransformation(claims.transformations ?? '', claims.format),
      expires: new Date(claims.exp * 1000).toUTCString(),
    });
  },
});
