import type { AddressInfo } from 'node:net';
import { createDataDialect, DataService, dataDefinition } from '@plinth/data';
import { KeySet } from '@plinth/kernel';
import { Database } from '@plinth/postgres';
import { createLogger } from '../adapters/pino-logger.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { createApp } from '../gateway/create-app.ts';
import { mountService } from '../gateway/mount-service.ts';
import { version } from '../version.ts';
import {
  type DataServerOptions,
  type Environment,
  readDataEnvironment,
} from './data-environment.ts';
import { usePostgrestCors } from './postgrest-cors.ts';
import { parseRoleClaim } from './role-claim.ts';
import { signingKeys } from './signing-keys.ts';
import { TokenCallers } from './token-callers.ts';

/** A running Data API of its own. */
export interface DataServer {
  /** Where it listens, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Clock skew forgiven in tokens, in seconds. */
const leeway = 30;

/**
 * Serves the Data API of any Postgres at the root of a listener, configured with PostgREST's `PGRST_…`
 * variables. Throws RangeError or ServerError where one of them cannot be used.
 */
export async function startDataServer(environment: Environment): Promise<DataServer> {
  const options = readDataEnvironment(environment);
  const logger = createLogger({ level: options.logLevel });
  const database = new Database({
    connection: options.connection,
    logger,
    maxConnections: options.poolSize,
    acquireTimeout: options.acquireTimeout,
    applicationName: `plinth data ${version}`,
  });
  const { settings } = options;
  const service = new DataService({ database, settings, logger, clock: systemClock });
  const callers = await createCallers(options);
  const app = createApp({ logger, trustProxy: false });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('server', `plinth/${version}`);
  });
  usePostgrestCors(app, options.allowedOrigins);
  let url = '';
  mountService(app, {
    definition: {
      ...dataDefinition,
      prefix: '',
      dialect: createDataDialect(settings.errorVerbosity),
    },
    serviceOf: () => service,
    callerOf: (request) => callers.resolve(request.headers.authorization),
    baseUrlOf: () => url,
    limiterOf: () => undefined,
    logger,
  });
  await service.start();
  await app.listen({ host: options.host, port: options.port });
  const { port } = app.server.address() as AddressInfo;
  url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  return {
    url,
    close: async () => {
      await app.close();
      await service.close();
      await database.close();
    },
  };
}

async function createCallers({ jwt, settings }: DataServerOptions): Promise<TokenCallers> {
  const keys =
    jwt.secret === undefined
      ? undefined
      : await KeySet.from(signingKeys(jwt.secret, jwt.isBase64), {
          clock: systemClock,
          leeway,
          ...(jwt.audience !== undefined && { audience: jwt.audience }),
        });
  return new TokenCallers({
    keys,
    clock: systemClock,
    roleClaim: parseRoleClaim(jwt.roleClaimKey),
    anonymousRole: settings.anonymousRole,
    cacheSize: jwt.cacheSize,
  });
}
