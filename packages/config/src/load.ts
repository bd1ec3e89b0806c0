import { parse, TomlError } from 'smol-toml';
import { ConfigError } from './config-error.ts';
import { isRecord, type Setting } from './setting.ts';
import { defaultSettings, type Settings, settingTable } from './settings.ts';

/** Where a value came from; later ones win. */
export type SettingSource = 'default' | 'config.toml' | 'environment' | 'studio' | 'flag';

export interface LoadInput {
  /** Text of supabase/config.toml; undefined where the project has none. */
  readonly toml?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What Studio has saved, by dotted path. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Command line flags, by dotted path. */
  readonly flags?: Readonly<Record<string, unknown>>;
}

export interface LoadedSettings {
  readonly settings: Settings;
  readonly sources: Readonly<Record<keyof Settings, SettingSource>>;
  /** Keys of config.toml that nothing reads, and variables that `env(…)` names but nobody set. */
  readonly warnings: readonly string[];
}

/** Sections of config.toml for parts that this version does not have yet: accepted without a warning each. */
const laterSections = [
  'analytics',
  'edge_runtime',
  'experimental',
  'functions',
  'realtime',
  'remotes',
  'storage.analytics',
  'storage.vector',
  'studio',
  'inbucket',
  'local_smtp',
  'db.pooler',
  'db.network_restrictions',
  'db.ssl_enforcement',
  'db.vault',
  'db.settings',
  'db.root_key',
  'db.major_version',
  'db.shadow_port',
  'db.health_timeout',
  'db.migrations.schema_paths',
  'api.tls',
  'api.auto_expose_new_tables',
  'auth.external',
  'auth.sms',
  'auth.mfa',
  'auth.hook',
  'auth.web3',
  'auth.oauth_server',
  'auth.third_party',
  'auth.captcha',
  'auth.passkey',
  'auth.webauthn',
  'auth.signing_keys_path',
  'auth.external_url',
  'auth.email.notification',
  'auth.email.smtp.enabled',
  'auth.rate_limit.sms_sent',
  'auth.rate_limit.web3',
  'auth.publishable_key',
  'auth.secret_key',
  'auth.jwt_secret',
  'auth.anon_key',
  'auth.service_role_key',
];

/** The settings of a project. Throws ConfigError on a value that cannot be used. */
export function loadSettings(input: LoadInput): LoadedSettings {
  const warnings: string[] = [];
  const values: Record<string, unknown> = { ...defaultSettings() };
  const sources: Record<string, SettingSource> = {};
  for (const key of Object.keys(settingTable)) sources[key] = 'default';

  const take = (key: string, raw: unknown, source: SettingSource): void => {
    values[key] = parseValue(key, raw, source);
    sources[key] = source;
  };
  for (const [key, raw] of readToml(input, warnings)) take(key, raw, 'config.toml');
  for (const [key, raw] of readEnvironment(input.environment)) take(key, raw, 'environment');
  for (const [key, raw] of Object.entries(input.overrides ?? {})) take(key, raw, 'studio');
  for (const [key, raw] of Object.entries(input.flags ?? {})) take(key, raw, 'flag');

  return {
    settings: values as unknown as Settings,
    sources: sources as Record<keyof Settings, SettingSource>,
    warnings,
  };
}

function settingOf(key: string): Setting<unknown> | undefined {
  return Object.hasOwn(settingTable, key)
    ? (settingTable[key as keyof Settings] as Setting<unknown>)
    : undefined;
}

function parseValue(key: string, raw: unknown, source: SettingSource): unknown {
  const setting = settingOf(key);
  if (setting === undefined) throw new ConfigError(key, `there is no such setting (${source})`);
  try {
    return setting.parse(raw);
  } catch (error) {
    const shown = setting.secret ? 'the value' : JSON.stringify(raw);
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(key, `${shown} ${why} (from ${source})`);
  }
}

function readToml(input: LoadInput, warnings: string[]): [string, unknown][] {
  if (input.toml === undefined) return [];
  let document: unknown;
  try {
    document = parse(input.toml);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new ConfigError(
      'supabase/config.toml',
      `line ${error.line}: ${firstLine(error.message)}`,
    );
  }
  const found: [string, unknown][] = [];
  const walk = (value: unknown, path: string): void => {
    if (path !== '' && settingOf(path) !== undefined) {
      const substituted = substitute(value, input.environment, (name) => {
        warnings.push(`${path}: the environment variable ${name} is not set`);
      });
      found.push([path, substituted]);
    } else if (isRecord(value)) {
      for (const [key, child] of Object.entries(value)) {
        walk(child, path === '' ? key : `${path}.${key}`);
      }
    } else if (!laterSections.some((section) => `${path}.`.startsWith(`${section}.`))) {
      warnings.push(`${path}: nothing reads this key`);
    }
  };
  walk(document, '');
  return found;
}

/** Replaces `env(NAME)` wherever a text stands. */
function substitute(
  value: unknown,
  environment: LoadInput['environment'],
  missing: (name: string) => void,
): unknown {
  if (Array.isArray(value)) return value.map((item) => substitute(item, environment, missing));
  if (isRecord(value)) {
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, item]) => [key, substitute(item, environment, missing)]),
    );
  }
  if (typeof value !== 'string') return value;
  const name = /^env\((\w+)\)$/.exec(value)?.[1];
  if (name === undefined) return value;
  if (environment[name] === undefined) missing(name);
  return environment[name] ?? '';
}

function readEnvironment(environment: LoadInput['environment']): [string, string][] {
  const found: [string, string][] = [];
  for (const [key, setting] of Object.entries(settingTable)) {
    const names = [...setting.env, `SUPABASE_${key.replaceAll('.', '_').toUpperCase()}`];
    for (const name of names) {
      const value = environment[name];
      if (value !== undefined && value !== '') found.push([key, value]);
    }
  }
  return found;
}

function firstLine(message: string): string {
  return message.split('\n')[0] ?? message;
}
