export { processEnvironment } from './adapters/environment.ts';
export { createLogger, type LoggerOptions } from './adapters/pino-logger.ts';
export { systemClock } from './adapters/system-clock.ts';
export { systemRandom } from './adapters/system-random.ts';
export { type Backend, type BackendOptions, startBackend } from './backend.ts';
export { type AppOptions, createApp } from './gateway/create-app.ts';
export { mountService, type ServiceMount } from './gateway/mount-service.ts';
export { RateLimiter, type Rates } from './gateway/rate-limiter.ts';
export { projectMigrations } from './projects/project-migrations.ts';
export type { ReadyInfo } from './ready-info.ts';
export {
  generateSecrets,
  type LoginRole,
  loadSecrets,
  loginRoles,
  type Secrets,
} from './secrets/secrets-file.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { ServerError } from './server-error.ts';
export { type DataServer, startDataServer } from './standalone/start-data-server.ts';
export { lockHolder } from './state/folder-lock.ts';
export { ProjectFolder } from './state/project-folder.ts';
export { readReadyInfo } from './state/ready-file.ts';
export { version } from './version.ts';
