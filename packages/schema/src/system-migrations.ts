import type { SystemMigrations } from '@plinth/postgres';
import extensions from './sql/0001-extensions.sql';

/** What the migration runner needs in a project database; applied by the server as the superuser. */
export const schemaMigrations: SystemMigrations = {
  service: 'schema',
  migrations: [{ version: '0001', name: 'extensions', sql: extensions }],
};
