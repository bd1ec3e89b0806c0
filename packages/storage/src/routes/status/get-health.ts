import type { Route } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import type { StorageService } from '../../service.ts';
import { storageRoute } from '../storage-route.ts';

/** GET /health. */
export const getHealth: Route<StorageService> = storageRoute({
  id: 'storage.get-health',
  method: 'GET',
  path: '/health',
  summary: 'Whether the database behind the Storage API answers.',
  access: 'key',
  errors: ['AccessDenied', 'Unavailable'],
  async handler({ database }) {
    try {
      await database.query(sql`select from storage.buckets limit 1`);
      return { status: 200, body: { healthy: true } };
    } catch {
      return { status: 503, body: { healthy: false } };
    }
  },
});
