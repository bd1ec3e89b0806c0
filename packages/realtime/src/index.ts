export { realtimeDefinition } from './definition.ts';
export { realtimeErrors } from './errors.ts';
export { RealtimeService, type RealtimeServiceOptions } from './service.ts';
export { realtimeMigrations } from './sql/migrations.ts';
