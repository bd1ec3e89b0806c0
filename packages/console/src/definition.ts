import type { ServiceDefinition } from '@plinth/kernel';
import { consoleDialect } from './errors/console-dialect.ts';
import { consoleRoutes } from './routes/index.ts';
import type { ConsoleService } from './service.ts';

/** The console for the gateway. */
export const consoleDefinition: ServiceDefinition<ConsoleService> = {
  name: 'console',
  prefix: '/console/v1',
  routes: consoleRoutes,
  dialect: consoleDialect,
  // A row with a large cell, or a script with a seed.
  bodyLimit: 20 * 1024 * 1024,
};
