import type { Route } from '@plinth/kernel';
import { storageError } from '../../errors.ts';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

/** DELETE /cdn…: there is no cache in front of a Plinth. Upstream answers the same where none is set up. */
export const purgeCache: readonly Route<StorageService>[] = [
  { id: 'storage.purge-cache', path: '/cdn' },
  { id: 'storage.purge-bucket-cache', path: '/cdn/:bucket' },
  { id: 'storage.purge-object-cache', path: '/cdn/:bucket/*' },
].map(({ id, path }) =>
  storageRoute({
    id,
    method: 'DELETE',
    path,
    summary: 'Would empty a CDN; there is none here.',
    access: 'service',
    errors: ['InvalidRole', 'MissingParameter'],
    handler() {
      throw storageError('MissingParameter', {
        message: 'Missing Required Parameter CDN_PURGE_ENDPOINT_URL is not set',
      });
    },
  }),
);
