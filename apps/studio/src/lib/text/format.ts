const locale = 'en';
const whole = new Intl.NumberFormat(locale);
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });

/** `1,204,311` */
export const formatNumber = (value: number): string => whole.format(value);

/** `1.2 M`, `48 K`, `950` */
export function formatCompact(value: number): string {
  return compact.format(value).replace(/([A-Z]+)$/, ' $1');
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `12.4 MB`, in powers of 1,000. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

/** `0.4 ms`, `38 ms`, `1.24 s`, `2 min 5 s` */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(2)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `12 min. ago`, `in 3 days`, `just now`; `at` and `now` in milliseconds since 1970. */
export function formatRelative(at: number, now: number): string {
  const distance = at - now;
  for (const [unit, length] of steps) {
    if (Math.abs(distance) >= length) return relative.format(Math.trunc(distance / length), unit);
  }
  return relative.format(0, 'second');
}

/** Local time with seconds. */
export const formatExact = (at: number): string => exact.format(at);

/** `2026-11-20 11:43:07 UTC` */
export const formatUtc = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
