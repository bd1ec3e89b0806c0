import roles from './sql/0001-roles.sql';
import schemas from './sql/0002-schemas.sql';
import authFunctions from './sql/0003-auth-functions.sql';
import schemaChange from './sql/0004-schema-change.sql';
import type { SystemMigrations } from './system-migrations.ts';

/** What every project database starts with: roles, schemas, grants, `auth.uid()`, schema change events. */
export const projectBootstrap: SystemMigrations = {
  service: 'postgres',
  migrations: [
    { version: '0001', name: 'roles', sql: roles },
    { version: '0002', name: 'schemas', sql: schemas },
    { version: '0003', name: 'auth-functions', sql: authFunctions },
    { version: '0004', name: 'schema-change', sql: schemaChange },
  ],
};
