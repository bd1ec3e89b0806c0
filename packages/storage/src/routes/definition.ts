import type { ServiceDefinition } from '@plinth/kernel';
import { storageDialect } from '../dialect/storage-dialect.ts';
import type { StorageService } from '../service.ts';
import { routes } from './index.ts';

/** The Storage API as the gateway mounts it. */
export const storageDefinition: ServiceDefinition<StorageService> = {
  name: 'storage',
  prefix: '/storage/v1',
  routes,
  dialect: storageDialect,
  bodyLimit: 1_048_576,
};
