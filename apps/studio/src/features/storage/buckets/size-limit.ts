/** Units of a size, in bytes. */
export const sizeUnits = { kB: 1_000, MB: 1_000_000, GB: 1_000_000_000 } as const;

export type SizeUnit = keyof typeof sizeUnits;

/** A limit as it is typed; no amount: no limit of its own. */
export interface SizeLimit {
  readonly amount: string;
  readonly unit: SizeUnit;
}

/** Bytes; null where there is no limit, undefined for what is no size. */
export function bytesOf({ amount, unit }: SizeLimit): number | null | undefined {
  const text = amount.trim().replace(',', '.');
  if (text === '') return null;
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) return undefined;
  const bytes = Math.round(Number(text) * sizeUnits[unit]);
  return bytes > 0 ? bytes : undefined;
}

/** The largest unit that writes the limit exactly with few digits. */
export function sizeLimitOf(bytes: number | null): SizeLimit {
  if (bytes === null) return { amount: '', unit: 'MB' };
  const unit = bytes >= sizeUnits.GB ? 'GB' : bytes >= sizeUnits.MB ? 'MB' : 'kB';
  return { amount: String(bytes / sizeUnits[unit]), unit };
}

const rule = /^(\*|[a-z0-9][a-z0-9!#$&^_.+-]*\/(\*|[a-z0-9][a-z0-9!#$&^_.+-]*))$/i;

/** The rules in a text, separated by commas, spaces or lines; null where there is none. */
export function mimeRulesOf(text: string): readonly string[] | null {
  const rules = text.split(/[\s,]+/).filter((one) => one !== '');
  return rules.length === 0 ? null : [...new Set(rules.map((one) => one.toLowerCase()))];
}

/** The first rule of a text that is none. */
export const wrongRule = (text: string): string | undefined =>
  mimeRulesOf(text)?.find((one) => !rule.test(one));

/** True where a bucket with these rules takes files of this type. */
export function takesType(rules: readonly string[] | null, type: string): boolean {
  if (rules === null) return true;
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return rules.some((one) => {
    const known = one.toLowerCase();
    if (known === '*' || known === '*/*') return true;
    return known.endsWith('/*') ? bare.startsWith(known.slice(0, -1)) : bare === known;
  });
}
