import { parseDuration } from './duration.ts';
import { parseSize } from './size.ts';

/** One setting: everything there is to know about it, for the loader, Studio and the reference. */
export interface Setting<T> {
  /** Named in the reference. */
  readonly type: string;
  readonly default: T;
  /** One sentence, with the unit where there is one. */
  readonly description: string;
  /** Environment variables that set it, besides `SUPABASE_<SECTION>_<KEY>`. */
  readonly env: readonly string[];
  /** True for values that are never shown. */
  readonly secret: boolean;
  /** Turns what a file or a variable holds into the value; throws an Error that says what is wrong. */
  parse(raw: unknown): T;
}

/** The settings of a section: one entry per key of `T`, which is keyed by dotted path. */
export type SettingTable<T> = { readonly [K in keyof T]-?: Setting<T[K]> };

interface Extras {
  readonly env?: readonly string[];
  readonly secret?: boolean;
}

function setting<T>(
  type: string,
  value: T,
  description: string,
  parse: (raw: unknown) => T,
  { env = [], secret = false }: Extras,
): Setting<T> {
  return { type, default: value, description, env, secret, parse };
}

/** A text; where `oneOf` is given, one of those. */
export function text<const T extends string = string>(
  value: T,
  description: string,
  extras: Extras & { readonly oneOf?: readonly T[] } = {},
): Setting<T> {
  const { oneOf } = extras;
  const type = oneOf === undefined ? 'text' : oneOf.map((each) => `"${each}"`).join(' | ');
  const parse = (raw: unknown): T => {
    if (typeof raw !== 'string') throw new Error('must be a text');
    if (oneOf !== undefined && !oneOf.some((each) => each === raw)) {
      throw new Error(`must be one of ${oneOf.map((each) => `"${each}"`).join(', ')}`);
    }
    return raw as T;
  };
  return setting(type, value, description, parse, extras);
}

/** A whole number within bounds. */
export function integer(
  value: number,
  description: string,
  extras: Extras & { readonly least?: number; readonly most?: number } = {},
): Setting<number> {
  const { least = 0, most = Number.MAX_SAFE_INTEGER } = extras;
  const parse = (raw: unknown): number => {
    const parsed = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
    if (typeof parsed !== 'number' || !Number.isInteger(parsed)) {
      throw new Error('must be a whole number');
    }
    if (parsed < least || parsed > most) throw new Error(`must be between ${least} and ${most}`);
    return parsed;
  };
  return setting('integer', value, description, parse, extras);
}

/** `true` or `false`. */
export function flag(value: boolean, description: string, extras: Extras = {}): Setting<boolean> {
  const parse = (raw: unknown): boolean => {
    if (raw === true || raw === 'true' || raw === '1') return true;
    if (raw === false || raw === 'false' || raw === '0' || raw === '') return false;
    throw new Error('must be true or false');
  };
  return setting('boolean', value, description, parse, extras);
}

/** A time in seconds, written as a number of seconds or like `1h30m`. */
export function seconds(value: number, description: string, extras: Extras = {}): Setting<number> {
  const parse = (raw: unknown): number => {
    if (typeof raw === 'number' && raw >= 0) return raw;
    if (typeof raw === 'string') return parseDuration(raw);
    throw new Error('must be a time such as 30, "30s" or "1h30m"');
  };
  return setting('duration', value, description, parse, extras);
}

/** A number of bytes, written as a number or like `50MiB` (units of 1024 and of 1000 are told apart). */
export function size(value: string, description: string, extras: Extras = {}): Setting<number> {
  return setting('size', parseSize(value), description, parseSize, extras);
}

/** A list of texts; in an environment variable separated by commas. */
export function list(
  value: readonly string[],
  description: string,
  extras: Extras = {},
): Setting<readonly string[]> {
  const parse = (raw: unknown): readonly string[] => {
    const items = typeof raw === 'string' ? raw.split(',').map((item) => item.trim()) : raw;
    if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) {
      throw new Error('must be a list of texts');
    }
    return items.filter((item) => item !== '');
  };
  return setting('list', value, description, parse, extras);
}

/** A table of free keys, each checked by `entry`. */
export function table<T>(
  description: string,
  entry: (raw: Readonly<Record<string, unknown>>) => T,
): Setting<Readonly<Record<string, T>>> {
  const parse = (raw: unknown): Readonly<Record<string, T>> => {
    if (!isRecord(raw)) throw new Error('must be a table');
    const entries = Object.entries(raw).map(([name, value]) => {
      if (!isRecord(value)) throw new Error(`${name} must be a table`);
      return [name, entry(value)] as const;
    });
    return Object.fromEntries(entries);
  };
  return setting('table', {}, description, parse, {});
}

/** True for a plain object, as TOML tables arrive. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
