import type { SystemMigrations } from '@plinth/postgres';
import members from './sql/0001-console.sql';
import fileJobs from './sql/0002-file-jobs.sql';

/** The console's tables in the control database; they build on the Auth service's. */
export const consoleMigrations: SystemMigrations = {
  service: 'console',
  migrations: [
    { version: '0001', name: 'members', sql: members },
    { version: '0002', name: 'file-jobs', sql: fileJobs },
  ],
};
