import { type DataSettings, defaultDataSettings, withPgrstOptions } from '@plinth/data';
import type { ConnectionOptions, Setting } from '@plinth/postgres';
import type { LoggerOptions } from '../adapters/pino-logger.ts';
import { parseDatabaseUrl } from '../projects/database-url.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Options of the standalone Data API besides those of the service. */
export interface DataServerOptions {
  readonly connection: ConnectionOptions;
  readonly settings: DataSettings;
  readonly host: string;
  readonly port: number;
  readonly poolSize: number;
  /** In milliseconds. */
  readonly acquireTimeout: number;
  readonly logLevel: LoggerOptions['level'];
  readonly jwt: {
    readonly secret: string | undefined;
    readonly isBase64: boolean;
    readonly audience: string | undefined;
    readonly roleClaimKey: string;
    readonly cacheSize: number;
  };
  /** Origins that may call from a browser; empty for all. */
  readonly allowedOrigins: readonly string[];
}

const prefix = 'PGRST_';
const appSettingsPrefix = `${prefix}APP_SETTINGS_`;

const logLevels = {
  crit: 'fatal',
  error: 'error',
  warn: 'warn',
  info: 'info',
  debug: 'debug',
} as const;

/** Reads PostgREST's `PGRST_…` variables. Throws RangeError or ServerError on what cannot be used. */
export function readDataEnvironment(environment: Environment): DataServerOptions {
  const option = (name: string): string | undefined => environment[prefix + name] || undefined;
  const number = (name: string, otherwise: number): number => {
    const text = option(name);
    if (text === undefined) return otherwise;
    if (!/^\d{1,9}$/.test(text)) throw new RangeError(`${prefix}${name}: "${text}" is no number`);
    return Number(text);
  };
  const level = option('LOG_LEVEL') ?? 'error';
  return {
    connection: parseDatabaseUrl(option('DB_URI') ?? environment.DATABASE_URL ?? 'postgresql:///'),
    settings: {
      ...withPgrstOptions(defaultDataSettings, optionsOf(environment)),
      appSettings: appSettingsOf(environment),
    },
    // PostgREST's `!4` and `*4` listen on all addresses; that has to be asked for here.
    host: (option('SERVER_HOST') ?? '127.0.0.1').replace(/^[!*](4|6)?$/, '0.0.0.0'),
    port: number('SERVER_PORT', 3000),
    poolSize: number('DB_POOL', 10),
    acquireTimeout: number('DB_POOL_ACQUISITION_TIMEOUT', 10) * 1000,
    logLevel: level in logLevels ? logLevels[level as keyof typeof logLevels] : 'error',
    jwt: {
      secret: option('JWT_SECRET'),
      isBase64: option('JWT_SECRET_IS_BASE64') === 'true',
      audience: option('JWT_AUD'),
      roleClaimKey: option('JWT_ROLE_CLAIM_KEY') ?? '$.role',
      cacheSize: number('JWT_CACHE_MAX_ENTRIES', 1000),
    },
    allowedOrigins: (option('SERVER_CORS_ALLOWED_ORIGINS') ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
  };
}

/** All `PGRST_` variables by the option's name: `PGRST_DB_SCHEMAS` is `db_schemas`. */
function optionsOf(environment: Environment): Record<string, string | undefined> {
  const named = Object.entries(environment).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(
    named.map(([name, value]) => [name.slice(prefix.length).toLowerCase(), value]),
  );
}

/** `PGRST_APP_SETTINGS_HOST` is the setting `app.settings.host` of every transaction. */
function appSettingsOf(environment: Environment): readonly Setting[] {
  return Object.entries(environment)
    .filter(([name]) => name.startsWith(appSettingsPrefix))
    .map(([name, value]) => [
      `app.settings.${name.slice(appSettingsPrefix.length).toLowerCase()}`,
      value ?? '',
    ]);
}
