import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consoleMigrations } from '@plinth/console';
import {
  applySystemMigrations,
  Cluster,
  type ConnectionOptions,
  Database,
  ident,
  type SystemMigrations,
  setRolePasswords,
  sql,
} from '@plinth/postgres';
import { loginRoles, projectMigrations } from '@plinth/server';
import { silentLogger } from './silent-logger.ts';

/** The database that every test database is copied from: a project that nothing has happened to. */
export const templateDatabase = 'plinth_template';

/** The same for control databases. */
export const controlTemplate = 'plinth_control_template';

/** The cluster's superuser. */
export const superuser = 'supabase_admin';

/** How another process reaches a test cluster. All login roles share the password. */
export interface TestClusterInfo {
  readonly host: string;
  readonly port: number;
  readonly password: string;
}

/** A running cluster for tests, with the template made. */
export interface TestCluster extends TestClusterInfo {
  /** Stops Postgres and removes its files. */
  close(): Promise<void>;
}

/** Starts a Postgres of its own in a temporary folder. Durability is off: it dies with the test run. */
export async function startTestCluster(): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-test-'));
  const password = randomBytes(12).toString('hex');
  const cluster = await Cluster.start({
    directory: join(folder, 'postgres'),
    port: 0,
    logFile: join(folder, 'postgres.log'),
    superuser,
    password,
    logger: silentLogger,
  });
  const { host, port } = cluster.connection('postgres', superuser, password);
  await prepare({ host, port, password });
  return {
    host,
    port,
    password,
    close: async () => {
      await cluster.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Connection options of a login role in a database of the cluster. */
export function connect(
  info: TestClusterInfo,
  database: string,
  user: string = superuser,
): ConnectionOptions {
  return { ...info, database, user, tls: false };
}

async function prepare(info: TestClusterInfo): Promise<void> {
  const maintenance = new Database({ connection: connect(info, 'postgres'), logger: silentLogger });
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await maintenance.script(`alter system set ${setting} = off`);
  }
  await maintenance.query(sql`select pg_reload_conf()`);
  await makeTemplate(info, maintenance, templateDatabase, projectMigrations);
  await makeTemplate(info, maintenance, controlTemplate, [...projectMigrations, consoleMigrations]);
  const passwords = loginRoles.map((role) => [role, info.password] as const);
  await setRolePasswords(maintenance, Object.fromEntries(passwords));
  await maintenance.close();
}

async function makeTemplate(
  info: TestClusterInfo,
  maintenance: Database,
  name: string,
  migrations: readonly SystemMigrations[],
): Promise<void> {
  await maintenance.query(sql`create database ${ident(name)}`);
  const template = new Database({ connection: connect(info, name), logger: silentLogger });
  await applySystemMigrations(template, migrations);
  await template.close();
}
