import { applySystemMigrations, type SystemMigrations, setRolePasswords } from '@plinth/postgres';
import type { Secrets } from '../secrets/secrets-file.ts';
import controlDatabase from '../sql/0001-control-database.sql';
import type { ProjectDatabases } from './project-databases.ts';
import { projectMigrations } from './project-migrations.ts';

/** The control database belongs to the server: nobody else may even connect. */
const controlPrivacy: SystemMigrations = {
  service: 'control',
  migrations: [{ version: '0001', name: 'control-database', sql: controlDatabase }],
};

/** Brings the user's database up to date and gives the login roles their passwords. */
export async function provisionProject(
  databases: ProjectDatabases,
  secrets: Secrets,
): Promise<void> {
  const admin = databases.as('supabase_admin');
  await applySystemMigrations(admin, projectMigrations);
  const { supabase_admin: _, ...others } = secrets.databasePasswords;
  await setRolePasswords(admin, others);
}

/** Brings the control database up to date. */
export async function provisionControl(
  databases: ProjectDatabases,
  consoleMigrations: SystemMigrations,
): Promise<void> {
  const sets = [...projectMigrations, consoleMigrations, controlPrivacy];
  await applySystemMigrations(databases.as('supabase_admin'), sets);
}
