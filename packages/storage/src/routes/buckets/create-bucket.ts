import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { createBucket as create } from '../../buckets/write-bucket.ts';
import { storageError } from '../../errors.ts';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';
import { allowedMimeTypes, fileSizeLimit } from './bucket-body.ts';

/** POST /bucket. */
export const createBucket: Route<StorageService> = storageRoute({
  id: 'storage.create-bucket',
  method: 'POST',
  path: '/bucket',
  summary: 'Makes a bucket.',
  access: 'key',
  input: {
    body: Type.Object({
      name: Type.String(),
      id: Type.Optional(Type.String()),
      public: Type.Optional(Type.Boolean()),
      type: Type.Optional(Type.Enum(['STANDARD', 'ANALYTICS'])),
      file_size_limit: fileSizeLimit,
      allowed_mime_types: allowedMimeTypes,
    }),
  },
  errors: [
    'AccessDenied',
    'BucketAlreadyExists',
    'InvalidBucketName',
    'EntityTooLarge',
    'InvalidMimeType',
    'FeatureNotEnabled',
  ],
  async handler(service, request) {
    const { name, id, type, public: isPublic, ...rules } = request.body;
    if (type === 'ANALYTICS') {
      throw storageError('FeatureNotEnabled', {
        message: 'The feature iceberg_catalog is not enabled for this resource',
      });
    }
    const names = { id: id || name, name };
    await create(service, accessOf(request, operations.createBucket), names, {
      public: isPublic,
      fileSizeLimit: rules.file_size_limit,
      allowedMimeTypes: rules.allowed_mime_types,
    });
    return { status: 200, body: { name } };
  },
});
