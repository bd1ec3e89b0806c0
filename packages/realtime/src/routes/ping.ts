import { type Route, route } from '@plinth/kernel';
import type { RealtimeService } from '../service.ts';

/** Says that realtime is there. */
export const ping: Route<RealtimeService> = route<RealtimeService>()({
  id: 'realtime.ping',
  method: 'GET',
  path: '/api/ping',
  summary: 'Answers that realtime is there.',
  access: 'key',
  errors: ['Unauthorized'],
  handler: () => ({ status: 200, body: { message: 'Success' } }),
});
