import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { findObject } from '../../objects/find-object.ts';
import { objectPath } from '../../routes/object-path.ts';
import { storageRoute } from '../../routes/storage-route.ts';
import type { StorageService } from '../../service.ts';
import { imageQuery } from '../transformation.ts';
import { serveImage } from './serve-image.ts';

/** GET /render/image/authenticated/:bucket/*. */
export const getAuthenticatedImage: Route<StorageService> = storageRoute({
  id: 'storage.get-authenticated-image',
  method: ['GET', 'HEAD'],
  path: '/render/image/authenticated/:bucket/*',
  summary: 'A transformed image, where policies let the caller see it.',
  access: 'key',
  input: { query: imageQuery },
  errors: ['AccessDenied', 'NoSuchKey', 'InvalidRequest', 'SlowDown', 'FeatureNotEnabled'],
  handler(service, request) {
    const { bucket, key } = objectPath(request);
    const access = accessOf(request, operations.renderAuthenticated);
    const find = () => findObject(service, access, bucket, key);
    return serveImage(service, request, find, { transformation: request.query });
  },
});
