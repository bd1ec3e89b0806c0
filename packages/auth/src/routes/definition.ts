import type { ServiceDefinition } from '@plinth/kernel';
import type { AuthService } from '../service.ts';
import { authDialect } from './dialect/auth-dialect.ts';
import { routes } from './index.ts';

/** The Auth API as the gateway mounts it. */
export const authDefinition: ServiceDefinition<AuthService> = {
  name: 'auth',
  prefix: '/auth/v1',
  routes,
  dialect: authDialect,
  bodyLimit: 1_048_576,
};
