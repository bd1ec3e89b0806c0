import { join } from 'node:path';
import type { Logger } from '@plinth/kernel';
import { Cluster, type ConnectionOptions, Database, ident, sql } from '@plinth/postgres';
import type { LoginRole, Secrets } from '../secrets/secrets-file.ts';
import { ServerError } from '../server-error.ts';
import type { ProjectFolder } from '../state/project-folder.ts';
import { parseDatabaseUrl } from './database-url.ts';

/** The Postgres behind a server: the embedded one, or one that the user names. */
export interface DatabaseServer {
  /** Name of the database that users call theirs. */
  readonly defaultDatabase: string;
  readonly controlDatabase: string;
  /** True where this start made the cluster. */
  readonly isNew: boolean;
  /** How a login role of ours connects to a database. */
  connectionOf(database: string, role: LoginRole): ConnectionOptions;
  /** What a person gives to psql, with the password. */
  urlOf(database: string): string;
  /** Makes a database where there is none. */
  ensureDatabase(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseServerOptions {
  readonly folder: ProjectFolder;
  readonly secrets: Secrets;
  /** DATABASE_URL; empty for the embedded Postgres. */
  readonly url: string;
  readonly port: number;
  readonly logger: Logger;
}

/** Starts the embedded Postgres, or checks that the named one can be used. */
export async function openDatabaseServer(options: DatabaseServerOptions): Promise<DatabaseServer> {
  return options.url === '' ? openEmbedded(options) : openExternal(options);
}

async function openEmbedded(options: DatabaseServerOptions): Promise<DatabaseServer> {
  const { folder, secrets, port, logger } = options;
  const isNew = Cluster.isNew(folder.postgres);
  const cluster = await Cluster.start({
    directory: folder.postgres,
    port,
    logFile: join(folder.logs, 'postgres.log'),
    superuser: 'supabase_admin',
    password: secrets.databasePasswords.supabase_admin,
    logger,
  });
  const connectionOf = (database: string, role: LoginRole): ConnectionOptions =>
    cluster.connection(database, role, secrets.databasePasswords[role]);
  return {
    defaultDatabase: 'postgres',
    controlDatabase: 'plinth',
    isNew,
    connectionOf,
    urlOf: (database) => {
      const password = encodeURIComponent(secrets.databasePasswords.postgres);
      return `postgresql://postgres:${password}@127.0.0.1:${cluster.port}/${database}`;
    },
    ensureDatabase: (name) =>
      ensureDatabase(connectionOf('template1', 'supabase_admin'), name, logger),
    close: () => cluster.close(),
  };
}

async function openExternal(options: DatabaseServerOptions): Promise<DatabaseServer> {
  const { secrets, url, logger } = options;
  const admin = parseDatabaseUrl(url);
  await checkVersion(admin, logger);
  const connectionOf = (database: string, role: LoginRole): ConnectionOptions =>
    role === 'supabase_admin'
      ? { ...admin, database }
      : { ...admin, database, user: role, password: secrets.databasePasswords[role] };
  return {
    defaultDatabase: admin.database,
    controlDatabase: `${admin.database}_plinth`,
    isNew: false,
    connectionOf,
    urlOf: (database) => {
      const shown = new URL(url);
      shown.pathname = `/${encodeURIComponent(database)}`;
      return shown.href;
    },
    ensureDatabase: (name) => ensureDatabase(admin, name, logger),
    close: () => Promise.resolve(),
  };
}

async function checkVersion(connection: ConnectionOptions, logger: Logger): Promise<void> {
  const database = new Database({ connection, logger, maxConnections: 1 });
  try {
    const [row] = await database.query<{ version: string }>(
      sql`select current_setting('server_version_num') as version`,
    );
    if (Number(row?.version) >= 150_000) return;
    throw new ServerError(
      'database_too_old',
      `DATABASE_URL leads to PostgreSQL ${Math.floor(Number(row?.version) / 10_000)}; Plinth needs 15 or newer.`,
    );
  } catch (error) {
    if (error instanceof ServerError) throw error;
    throw new ServerError(
      'database_unreachable',
      `The Postgres of DATABASE_URL (${connection.host}:${connection.port}) cannot be used: ${(error as Error).message}`,
      { cause: error },
    );
  } finally {
    await database.close();
  }
}

async function ensureDatabase(
  connection: ConnectionOptions,
  name: string,
  logger: Logger,
): Promise<void> {
  const database = new Database({ connection, logger, maxConnections: 1 });
  try {
    const found = await database.query(sql`select from pg_database where datname = ${name}`);
    if (found.length > 0) return;
    await database.query(sql`create database ${ident(name)}`);
  } catch (error) {
    // Another server that starts at the same moment may have made it first.
    if (
      (error as { code?: string }).code === '42P04' ||
      (error as { code?: string }).code === '23505'
    )
      return;
    throw error;
  } finally {
    await database.close();
  }
}
