import type { ServiceDefinition } from '@plinth/kernel';
import { realtimeDialect } from './dialect.ts';
import { routes } from './routes/index.ts';
import type { RealtimeService } from './service.ts';

/** Realtime as the gateway mounts it. */
export const realtimeDefinition: ServiceDefinition<RealtimeService> = {
  name: 'realtime',
  prefix: '/realtime/v1',
  routes,
  dialect: realtimeDialect,
  bodyLimit: 8_000_000,
  upgrades: {
    take: (service, request) => service.sockets.take(request),
    drain: (service) => service.sockets.close(),
  },
};
