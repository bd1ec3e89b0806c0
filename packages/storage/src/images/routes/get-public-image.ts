import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { findReadable } from '../../objects/find-readable.ts';
import { objectPath } from '../../routes/object-path.ts';
import { storageRoute } from '../../routes/storage-route.ts';
import type { StorageService } from '../../service.ts';
import { imageQuery } from '../transformation.ts';
import { serveImage } from './serve-image.ts';

/** GET /render/image/public/:bucket/*. */
export const getPublicImage: Route<StorageService> = storageRoute({
  id: 'storage.get-public-image',
  method: ['GET', 'HEAD'],
  path: '/render/image/public/:bucket/*',
  summary: 'A transformed image of a public bucket, for everybody.',
  access: 'open',
  input: { query: imageQuery },
  errors: ['NoSuchBucket', 'NoSuchKey', 'InvalidRequest', 'SlowDown', 'FeatureNotEnabled'],
  handler(service, request) {
    const { bucket, key } = objectPath(request);
    const access = accessOf(request, operations.renderPublic);
    const find = () => findReadable(service, access, bucket, key, 'public');
    return serveImage(service, request, find, { transformation: request.query });
  },
});
