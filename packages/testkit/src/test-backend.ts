import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings, type Settings } from '@plinth/config';
import type { Logger } from '@plinth/kernel';
import {
  type Backend,
  generateSecrets,
  type Secrets,
  startBackend,
  systemClock,
  systemRandom,
} from '@plinth/server';
import type { StorageService } from '@plinth/storage';
import { silentLogger } from './silent-logger.ts';
import { controlTemplate } from './test-cluster.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface TestBackendOptions {
  /** Settings other than the defaults. */
  readonly settings?: Partial<Settings>;
  /** SQL to run before the backend starts, as a user's migration. */
  readonly schema?: string;
  /** Where its log goes; default: nowhere. */
  readonly logger?: Logger;
  /** Folder of a built Studio. */
  readonly studioFolder?: string;
}

/** A throwaway backend: what supabase-js needs to talk to it, and its database. */
export interface TestBackend {
  readonly url: string;
  readonly anonKey: string;
  readonly publishableKey: string;
  readonly serviceRoleKey: string;
  readonly secretKey: string;
  readonly jwtSecret: string;
  readonly database: TestDatabase;
  readonly controlDatabase: TestDatabase;
  /** Its Storage API, for tests that set the clock of its sweep. */
  readonly storage: StorageService;
  /** Where its files lie. */
  readonly storageFolder: string;
  close(): Promise<void>;
}

/** Starts a whole backend in this process, on databases of its own: about 200 ms. Close it in `afterAll`. */
export async function createTestBackend(options: TestBackendOptions = {}): Promise<TestBackend> {
  const [database, controlDatabase] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(controlTemplate),
  ]);
  const storageFolder = mkdtempSync(join(tmpdir(), 'plinth-storage-'));
  if (options.schema !== undefined) await database.run(options.schema);
  const secrets = await generateSecrets(systemRandom, systemClock);
  const backend = await start(options, secrets, database, controlDatabase, storageFolder);
  const { anonKey, publishableKey, serviceRoleKey, secretKey, jwtSecret } = secrets.default;
  return {
    url: backend.url,
    anonKey,
    publishableKey,
    serviceRoleKey,
    secretKey,
    jwtSecret,
    database,
    controlDatabase,
    get storage() {
      return storageOf(backend);
    },
    storageFolder,
    close: async () => {
      await backend.close();
      rmSync(storageFolder, { recursive: true, force: true });
      await Promise.all([database.close(), controlDatabase.close()]);
    },
  };
}

function start(
  options: TestBackendOptions,
  secrets: Secrets,
  database: TestDatabase,
  controlDatabase: TestDatabase,
  storageFolder: string,
): Promise<Backend> {
  const { user, password = '', port } = database.connection('postgres');
  return startBackend({
    secrets,
    settings: { ...defaultSettings(), 'api.port': 0, ...options.settings },
    connectionOf: (which, role) =>
      (which === 'control' ? controlDatabase : database).connection(role),
    databaseUrl: `postgresql://${user}:${password}@127.0.0.1:${port}/${database.name}`,
    files: null,
    storageFolder,
    studioFolder: options.studioFolder ?? '',
    loopbackOnly: true,
    clock: systemClock,
    random: systemRandom,
    logger: options.logger ?? silentLogger,
  });
}

function storageOf({ default: { storage } }: Backend): StorageService {
  if (storage === undefined) throw new Error('storage is switched off');
  return storage;
}
