import { type LoadedSettings, loadSettings } from '@plinth/config';
import { consoleMigrations } from '@plinth/console';
import type { Clock, Logger, Random } from '@plinth/kernel';
import { applyProjectMigrations, diskProjectFiles } from '@plinth/schema';
import type { DestinationStream, Level } from 'pino';
import { createLogger } from './adapters/pino-logger.ts';
import { systemClock } from './adapters/system-clock.ts';
import { systemRandom } from './adapters/system-random.ts';
import { type Backend, startBackend } from './backend.ts';
import { Closers } from './closers.ts';
import { type DatabaseServer, openDatabaseServer } from './projects/database-server.ts';
import { ProjectDatabases } from './projects/project-databases.ts';
import { provisionControl, provisionProject } from './projects/provision.ts';
import type { ReadyInfo } from './ready-info.ts';
import { applyGivenKeys } from './secrets/given-keys.ts';
import { type LoginRole, loadSecrets, type Secrets } from './secrets/secrets-file.ts';
import { FolderLock } from './state/folder-lock.ts';
import { ProjectFolder } from './state/project-folder.ts';
import { removeReadyInfo, writeReadyInfo } from './state/ready-file.ts';

export interface ServerOptions {
  /** Project folder. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Command line flags by setting, e.g. `{ 'api.port': '0' }`. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly logLevel: string;
  readonly logDestination?: DestinationStream;
  /** Folder of the built Studio. */
  readonly studioFolder: string;
}

/** A server that is ready. */
export interface RunningServer {
  readonly ready: ReadyInfo;
  /** True until the owner account exists. */
  readonly needsOwner: boolean;
  /** Where the owner account is made. */
  readonly setupUrl: string;
  /** What the person at the terminal should know: warnings of settings and migrations. */
  readonly notes: readonly string[];
  /** Stops everything in order; safe to call twice. */
  close(): Promise<void>;
}

/** Starts the server of a project folder. Throws ServerError, ClusterError or ConfigError with a sentence. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const logger = createLogger({
    level: options.logLevel as Level,
    ...(options.logDestination !== undefined && { destination: options.logDestination }),
  });
  const closers = new Closers(logger);
  try {
    return await new ServerStart(options, logger, closers).run();
  } catch (error) {
    await closers.close();
    throw error;
  }
}

class ServerStart {
  readonly #options: ServerOptions;
  readonly #logger: Logger;
  readonly #closers: Closers;
  readonly #folder: ProjectFolder;
  readonly #clock: Clock = systemClock;
  readonly #random: Random = systemRandom;
  readonly #notes: string[] = [];

  constructor(options: ServerOptions, logger: Logger, closers: Closers) {
    this.#options = options;
    this.#logger = logger;
    this.#closers = closers;
    this.#folder = new ProjectFolder(options.folder);
  }

  async run(): Promise<RunningServer> {
    this.#folder.prepare();
    const { settings } = this.#loadSettings();
    const lock = FolderLock.acquire(this.#folder.lock);
    this.#closers.add('folder lock', () => lock.release());
    const generated = await loadSecrets(this.#folder.secrets, this.#random, this.#clock);
    const loopbackOnly = isLoopback(settings['api.host']);
    const secrets = await applyGivenKeys(generated, {
      environment: this.#options.environment,
      loopbackOnly,
      clock: this.#clock,
    });
    const databaseServer = await openDatabaseServer({
      folder: this.#folder,
      secrets,
      url: settings['db.url'],
      port: settings['db.port'],
      logger: this.#logger,
    });
    this.#closers.add('Postgres', () => databaseServer.close());
    await this.#provision(databaseServer, secrets, settings);
    const backend = await startBackend({
      secrets,
      settings,
      connectionOf: (database, role) =>
        databaseServer.connectionOf(nameOf(databaseServer, database), role),
      databaseUrl: databaseServer.urlOf(databaseServer.defaultDatabase),
      files: diskProjectFiles(this.#folder.path),
      storageFolder: this.#folder.storage,
      studioFolder: this.#options.studioFolder,
      loopbackOnly,
      clock: this.#clock,
      random: this.#random,
      logger: this.#logger,
    });
    this.#closers.add('backend', () => backend.close());
    return this.#announce(backend, databaseServer, secrets, lock, loopbackOnly);
  }

  #loadSettings(): LoadedSettings {
    const toml = this.#folder.configToml();
    const loaded = loadSettings({
      ...(toml !== undefined && { toml }),
      environment: this.#options.environment,
      flags: this.#options.flags,
    });
    this.#notes.push(...loaded.warnings.map((warning) => `supabase/config.toml: ${warning}`));
    return loaded;
  }

  async #provision(
    server: DatabaseServer,
    secrets: Secrets,
    settings: LoadedSettings['settings'],
  ): Promise<void> {
    const project = this.#databases(server, server.defaultDatabase);
    const control = this.#databases(server, server.controlDatabase);
    try {
      await provisionProject(project, secrets);
      await server.ensureDatabase(server.controlDatabase);
      await provisionControl(control, consoleMigrations);
      const report = await applyProjectMigrations({
        owner: project.as('postgres'),
        files: diskProjectFiles(this.#folder.path),
        logger: this.#logger,
        migrations: settings['db.migrations.enabled'],
        seedPaths: settings['db.seed.enabled'] ? settings['db.seed.sql_paths'] : [],
      });
      this.#notes.push(...report.warnings.map(({ message }) => message));
    } finally {
      await Promise.all([project.close(), control.close()]);
    }
  }

  #databases(server: DatabaseServer, database: string): ProjectDatabases {
    return new ProjectDatabases({
      connectionOf: (role: LoginRole) => server.connectionOf(database, role),
      poolSize: 2,
      logger: this.#logger,
    });
  }

  async #announce(
    backend: Backend,
    server: DatabaseServer,
    secrets: Secrets,
    lock: FolderLock,
    loopbackOnly: boolean,
  ): Promise<RunningServer> {
    const { url } = backend;
    const keys = secrets.default;
    const ready: ReadyInfo = {
      url,
      studioUrl: `${url}/studio`,
      mailUrl: `${url}/mail`,
      databaseUrl: server.urlOf(server.defaultDatabase),
      anonKey: keys.anonKey,
      serviceRoleKey: keys.serviceRoleKey,
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      jwtSecret: keys.jwtSecret,
      ...s3Of(backend),
      dir: this.#folder.path,
      pid: process.pid,
    };
    writeReadyInfo(this.#folder, ready);
    this.#closers.add('ready file', () => removeReadyInfo(this.#folder));
    lock.announce(url);
    const setupQuery = loopbackOnly ? '' : `?token=${encodeURIComponent(secrets.setupToken)}`;
    return {
      ready,
      needsOwner: !(await backend.console.members.hasMembers()),
      setupUrl: `${url}/studio/setup${setupQuery}`,
      notes: this.#notes,
      close: () => this.#closers.close(),
    };
  }
}

/** What S3 clients of the default project need. */
function s3Of({ url, default: { storage } }: Backend): Pick<ReadyInfo, 's3'> {
  if (storage?.s3.enabled !== true) return {};
  const { region, keyPair } = storage.s3;
  return { s3: { url: `${url}/storage/v1/s3`, region, ...keyPair } };
}

function nameOf(server: DatabaseServer, database: 'default' | 'control'): string {
  return database === 'control' ? server.controlDatabase : server.defaultDatabase;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
