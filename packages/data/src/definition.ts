import type { ServiceDefinition } from '@plinth/kernel';
import { dataDialect } from './errors/dialect.ts';
import { dataRoutes } from './routes/index.ts';
import type { DataService } from './service.ts';

/** Largest request body, in bytes. */
const bodyLimit = 50 * 1024 * 1024;

/** The Data API as the gateway mounts it. */
export const dataDefinition: ServiceDefinition<DataService> = {
  name: 'data',
  prefix: '/rest/v1',
  routes: dataRoutes,
  dialect: dataDialect,
  bodyLimit,
};
