import { authMigrations } from '@plinth/auth';
import { projectBootstrap, type SystemMigrations } from '@plinth/postgres';
import { realtimeMigrations } from '@plinth/realtime';
import { schemaMigrations } from '@plinth/schema';
import { storageMigrations } from '@plinth/storage';

/** System tables that every project database has, in the order in which they build on each other. */
export const projectMigrations: readonly SystemMigrations[] = [
  projectBootstrap,
  schemaMigrations,
  authMigrations,
  storageMigrations,
  realtimeMigrations,
];
