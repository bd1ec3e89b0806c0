import { type Route, route } from '@plinth/kernel';
import { realtimeError } from '../errors.ts';
import type { RealtimeService } from '../service.ts';

/** A plain request at the address of the WebSocket; handshakes never come here. */
export const websocket: Route<RealtimeService> = route<RealtimeService>()({
  id: 'realtime.websocket',
  method: 'GET',
  path: '/websocket',
  summary: 'The WebSocket: `?apikey=…&vsn=1.0.0` or `2.0.0`.',
  access: 'open',
  errors: ['UpgradeRequired'],
  handler: () => {
    throw realtimeError('UpgradeRequired', { headers: { upgrade: 'websocket' } });
  },
});
