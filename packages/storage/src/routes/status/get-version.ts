import type { Route } from '@plinth/kernel';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

/** The upstream version whose behaviour this follows. */
const upstream = '1.11.0';

/** GET /version. */
export const getVersion: Route<StorageService> = storageRoute({
  id: 'storage.get-version',
  method: 'GET',
  path: '/version',
  summary: 'The version of the upstream service that this one behaves like.',
  access: 'open',
  handler: () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: upstream }),
});
