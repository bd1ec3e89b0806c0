import type { QualifiedName } from '../catalog/names.ts';
import type { DataSettings } from './data-settings.ts';

/**
 * Options by PostgREST's names with underscores (`db_schemas`), as its environment variables and its
 * in-database settings have them. An empty text means that the option is not set.
 */
export type PgrstOptions = Readonly<Record<string, string | undefined>>;

type Reader = (text: string) => Partial<DataSettings>;

const readers: Readonly<Record<string, Reader>> = {
  db_schemas: (text) => ({ schemas: list(text) }),
  db_extra_search_path: (text) => ({ extraSearchPath: list(text) }),
  db_max_rows: (text) => ({ maxRows: count(text) }),
  db_anon_role: (text) => ({ anonymousRole: text }),
  db_aggregates_enabled: (text) => ({ aggregates: flag(text) }),
  db_plan_enabled: (text) => ({ plans: flag(text) }),
  db_tx_end: (text) => ({ transactionEnd: oneOf(text, transactionEnds) }),
  db_pre_request: (text) => ({ preRequest: qualified(text) }),
  db_pre_config: (text) => ({ preConfig: qualified(text) }),
  db_config: (text) => ({ inDatabaseSettings: flag(text) }),
  db_root_spec: (text) => ({ rootFunction: qualified(text) }),
  db_hoisted_tx_settings: (text) => ({ hoistedSettings: list(text) }),
  db_prepared_statements: (text) => ({ preparedStatements: flag(text) }),
  db_channel: (text) => ({ channel: text }),
  db_channel_enabled: (text) => (flag(text) ? {} : { channel: undefined }),
  openapi_mode: (text) => ({ openapiMode: oneOf(text, openapiModes) }),
  openapi_security_active: (text) => ({ openapiSecurity: flag(text) }),
  openapi_server_proxy_uri: (text) => ({ openapiUrl: new URL(text).href }),
  server_timing_enabled: (text) => ({ serverTiming: flag(text) }),
  server_trace_header: (text) => ({ traceHeader: text.toLowerCase() }),
  url_use_legacy_target_names: (text) => ({ legacyTargetNames: flag(text) }),
  client_error_verbosity: (text) => ({ errorVerbosity: oneOf(text, ['verbose', 'minimal']) }),
};

/** Names of the options that may also be set in the database. */
export const inDatabaseOptions: readonly string[] = Object.keys(readers).filter(
  (name) => !['db_config', 'db_channel', 'db_channel_enabled'].includes(name),
);

/** Options whose empty text is a value: no schema besides the one of the request. */
const emptyable = new Set(['db_extra_search_path']);

/** `base` with the options that are set. Throws RangeError on a value that cannot be. */
export function withPgrstOptions(base: DataSettings, options: PgrstOptions): DataSettings {
  let settings = base;
  for (const [name, read] of Object.entries(readers)) {
    const text = options[name];
    if (text === undefined || (text === '' && !emptyable.has(name))) continue;
    settings = { ...settings, ...readOption(name, text, read) };
  }
  return settings;
}

function readOption(name: string, text: string, read: Reader): Partial<DataSettings> {
  try {
    return read(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RangeError(`${name.replaceAll('_', '-')}: "${text}" ${why}`);
  }
}

const transactionEnds = [
  'commit',
  'commit-allow-override',
  'rollback',
  'rollback-allow-override',
] as const;

const openapiModes = ['follow-privileges', 'ignore-privileges', 'disabled'] as const;

function list(text: string): readonly string[] {
  return text === '' ? [] : text.split(',').map((each) => each.trim());
}

function flag(text: string): boolean {
  const word = text.toLowerCase().replaceAll('"', '');
  if (['true', 'on', 'yes', '1'].includes(word)) return true;
  if (['false', 'off', 'no', '0'].includes(word)) return false;
  throw new Error('is neither true nor false');
}

function count(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error('is not a number of rows');
  return Number(text);
}

function oneOf<const T extends string>(text: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === text);
  if (found === undefined) throw new Error(`is none of ${allowed.join(', ')}`);
  return found;
}

function qualified(text: string): QualifiedName {
  const dot = text.indexOf('.');
  if (dot < 0) return { schema: '', name: text };
  return { schema: text.slice(0, dot), name: text.slice(dot + 1) };
}
