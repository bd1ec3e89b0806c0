import type { Route } from '@plinth/kernel';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

/** GET /status. */
export const getStatus: Route<StorageService> = storageRoute({
  id: 'storage.get-status',
  method: 'GET',
  path: '/status',
  summary: 'Whether the Storage API answers.',
  access: 'open',
  handler: () => ({ status: 200 }),
});
