import { BoundedMap } from '@plinth/kernel';

export type CountPreference = 'exact' | 'planned' | 'estimated';
type ReturnPreference = 'representation' | 'minimal' | 'headers-only';

/** What the Prefer headers ask for. The first known value of a kind wins. */
export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined;
  readonly missing: 'default' | 'null' | undefined;
  readonly return: ReturnPreference | undefined;
  readonly count: CountPreference | undefined;
  readonly tx: 'commit' | 'rollback' | undefined;
  readonly handling: 'strict' | 'lenient' | undefined;
  readonly timezone: string | undefined;
  readonly maxAffected: number | undefined;
  /** Those that do not exist. */
  readonly unknown: readonly string[];
}

const choices: Readonly<Record<string, readonly string[]>> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
};

const none: Preferences = {
  resolution: undefined,
  missing: undefined,
  return: undefined,
  count: undefined,
  tx: undefined,
  handling: undefined,
  timezone: undefined,
  maxAffected: undefined,
  unknown: [],
};

/** Prefer headers are few and come again and again. */
const parsed = new BoundedMap<string, Preferences>(500);

/** Longest header worth remembering, in characters. */
const longestKept = 1_000;

/** Reads a Prefer header (several of them arrive joined by commas). */
export function parsePrefer(header: string | undefined): Preferences {
  if (header === undefined) return none;
  const known = parsed.get(header);
  if (known !== undefined) return known;
  const preferences = read(header);
  if (header.length <= longestKept) parsed.set(header, preferences);
  return preferences;
}

function read(header: string): Preferences {
  const chosen: Record<string, string> = {};
  const unknown: string[] = [];
  for (const piece of header.split(',')) {
    const text = piece.trim();
    const equals = text.indexOf('=');
    const [name, value] = [text.slice(0, Math.max(0, equals)), text.slice(equals + 1)];
    if (name === 'timezone' || name === 'max-affected' || isChoice(name, value)) {
      chosen[name] ??= value;
    } else unknown.push(text);
  }
  const { resolution, missing, return: wanted, count, tx, handling, timezone } = chosen;
  return {
    ...({ resolution, missing, return: wanted, count, tx, handling } as typeof none),
    timezone,
    maxAffected: wholeNumber(chosen['max-affected']),
    unknown,
  };
}

function isChoice(name: string, value: string): boolean {
  return Object.hasOwn(choices, name) && (choices[name]?.includes(value) ?? false);
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}
