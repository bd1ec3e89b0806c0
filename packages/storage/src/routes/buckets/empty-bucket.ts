import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { emptyBucket as empty } from '../../buckets/empty-bucket.ts';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

/** POST /bucket/:bucket/empty. */
export const emptyBucket: Route<StorageService> = storageRoute({
  id: 'storage.empty-bucket',
  method: 'POST',
  path: '/bucket/:bucket/empty',
  summary: 'Deletes all objects of a bucket, in the background.',
  access: 'service',
  input: { params: Type.Object({ bucket: Type.String() }) },
  errors: ['InvalidRole', 'NoSuchBucket', 'BucketTooLarge'],
  async handler(service, request) {
    const { bucket } = request.params;
    const { done } = await empty(service, accessOf(request, operations.emptyBucket), bucket);
    service.inBackground(done, `bucket ${bucket} could not be emptied`);
    return {
      status: 200,
      body: {
        message: 'Empty bucket has been queued. Completion may take up to an hour.',
      },
    };
  },
});
