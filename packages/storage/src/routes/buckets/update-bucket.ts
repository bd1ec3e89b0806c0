import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { updateBucket as update } from '../../buckets/write-bucket.ts';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';
import { allowedMimeTypes, fileSizeLimit } from './bucket-body.ts';

/** PUT /bucket/:bucket. */
export const updateBucket: Route<StorageService> = storageRoute({
  id: 'storage.update-bucket',
  method: 'PUT',
  path: '/bucket/:bucket',
  summary: 'Changes a bucket; what is not named stays, null takes a rule away.',
  access: 'key',
  input: {
    params: Type.Object({ bucket: Type.String() }),
    body: Type.Object({
      public: Type.Optional(Type.Boolean()),
      file_size_limit: fileSizeLimit,
      allowed_mime_types: allowedMimeTypes,
    }),
  },
  errors: [
    'AccessDenied',
    'NoSuchBucket',
    'NoContentProvided',
    'EntityTooLarge',
    'InvalidMimeType',
  ],
  async handler(service, request) {
    const { public: isPublic, file_size_limit, allowed_mime_types } = request.body;
    const access = accessOf(request, operations.updateBucket);
    await update(service, access, request.params.bucket, {
      public: isPublic,
      fileSizeLimit: file_size_limit,
      allowedMimeTypes: allowed_mime_types,
    });
    return { status: 200, body: { message: 'Successfully updated' } };
  },
});
