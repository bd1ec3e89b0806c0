import { join } from 'node:path';
import { AuthService, authRates, type Mailer } from '@plinth/auth';
import type { Settings } from '@plinth/config';
import { DataService, dataSettings } from '@plinth/data';
import {
  type Caller,
  type Clock,
  type Jwk,
  KeySet,
  type Logger,
  type Random,
} from '@plinth/kernel';
import { RealtimeService } from '@plinth/realtime';
import { createBlobStore, StorageService } from '@plinth/storage';
import { CallerResolver } from '../gateway/caller-resolver.ts';
import { RateLimiter, type Rates } from '../gateway/rate-limiter.ts';
import type { ProjectKeys } from '../secrets/project-keys.ts';
import { controlRef, type Project } from './project.ts';
import type { ProjectDatabases } from './project-databases.ts';

export interface CreateProjectOptions {
  readonly ref: string;
  readonly name: string;
  readonly keys: ProjectKeys;
  readonly settings: Settings;
  readonly databases: ProjectDatabases;
  readonly mailer: Mailer;
  readonly externalUrl: string;
  readonly readTemplate?: (path: string) => Promise<string>;
  /** Whether the project answers /rest/v1. */
  readonly withData: boolean;
  /** Folder of the project's files; absent where it has no Storage API. */
  readonly storageFolder?: string;
  /** Resolves a token that another project signed: a member of the team. */
  readonly memberOf?: (token: string) => Promise<Caller | undefined>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Limit classes of the console, which stands beside the control project's Auth API. */
const consoleRates: Rates = { 'console.setup': { burst: 10, seconds: 300 } };

/** Connections that ask policies for realtime; more are no faster. */
const realtimePool = 5;

/** Connections that read catalogs and keep subscribers for realtime. */
const realtimeAdminPool = 3;

/** PostgREST forgives this much clock skew, in seconds. */
const leeway = 30;

/** Puts a project together from its database, keys and settings, and starts its services. */
export async function createProject(options: CreateProjectOptions): Promise<Project> {
  const { ref, name, keys, settings, databases, clock } = options;
  const logger = options.logger.child({ project: ref });
  const secret: Jwk = {
    kty: 'oct',
    alg: 'HS256',
    k: Buffer.from(keys.jwtSecret).toString('base64url'),
  };
  const keySet = await KeySet.from([secret, keys.signingKey], { clock, leeway });
  const auth = new AuthService({
    database: databases.as('supabase_auth_admin'),
    settings,
    keys: { jwtSecret: keys.jwtSecret, signingKey: keys.signingKey, verifying: keySet },
    mailer: options.mailer,
    clock,
    random: options.random,
    logger,
    ...(options.externalUrl !== '' && { externalUrl: options.externalUrl }),
    ...(options.readTemplate !== undefined && { readTemplate: options.readTemplate }),
  });
  const data = options.withData
    ? new DataService({
        database: databases.as('authenticator'),
        settings: dataSettings(settings),
        logger,
        clock,
      })
    : undefined;
  const callers = new CallerResolver({
    keys,
    keySet,
    clock,
    requireKey: settings['api.require_key'],
    ...(options.memberOf !== undefined && { memberOf: options.memberOf }),
  });
  const storage =
    options.storageFolder === undefined
      ? undefined
      : createStorage(options, options.storageFolder, callers, logger);
  const realtime =
    ref !== controlRef && settings['realtime.enabled']
      ? createRealtime(options, callers, logger)
      : undefined;
  await Promise.all([auth.start(), data?.start(), storage?.start(), realtime?.start()]);
  return {
    ref,
    name,
    keys,
    databases,
    callers,
    limiter: new RateLimiter({ ...authRates(settings), ...consoleRates }, clock),
    auth,
    data,
    storage,
    realtime,
    startedAt: clock.now(),
  };
}

function createStorage(
  options: CreateProjectOptions,
  folder: string,
  callers: CallerResolver,
  logger: Logger,
): StorageService {
  const { ref, databases, settings, keys, externalUrl, clock, random } = options;
  return new StorageService({
    database: databases.as('supabase_storage_admin'),
    blobs: createBlobStore({ settings, folder, clock, random }),
    imagesFolder: join(folder, 'images'),
    settings,
    jwtSecret: keys.jwtSecret,
    sessionKeys: { accessKeyId: ref, secrets: [keys.anonKey, keys.publishableKey] },
    callers,
    clock,
    random,
    logger,
    ...(externalUrl !== '' && { externalUrl }),
  });
}

function createRealtime(
  { ref, keys, databases, settings, clock, random }: CreateProjectOptions,
  callers: CallerResolver,
  logger: Logger,
): RealtimeService {
  return new RealtimeService({
    databases: {
      admin: databases.apart('supabase_admin', 'realtime', {
        maxConnections: realtimeAdminPool,
        searchPath: 'pg_catalog',
      }),
      owner: databases.as('postgres'),
      api: databases.apart('authenticator', 'realtime', { maxConnections: realtimePool }),
    },
    settings,
    callers,
    clusterSecret: `${ref} ${keys.jwtSecret}`,
    clock,
    random,
    logger,
  });
}

/** Stops the project's services, then its connections. */
export async function closeProject(project: Project): Promise<void> {
  await project.realtime?.close();
  await project.data?.close();
  await project.storage?.close();
  await project.auth.close();
  await project.databases.close();
}
