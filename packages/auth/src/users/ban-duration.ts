import { authError } from '../errors.ts';

const unitSeconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** The longest duration Go knows: 2^63 nanoseconds, in seconds. */
const longest = 2 ** 63 / 1e9;

/** Milliseconds of a ban in Go's syntax (`24h`, `1h30m`); 0 for `none`, which lifts one. */
export function parseBanDuration(text: string): number {
  if (text === 'none') return 0;
  const total = parseGoDuration(text);
  if (total !== undefined && Math.abs(total) <= longest) return total * 1000;
  throw authError('validation_failed', {
    message: `invalid format for ban duration: time: invalid duration ${JSON.stringify(text)}`,
  });
}

/** Seconds of a Go duration; undefined for anything else. Unlike a setting it always has a unit. */
function parseGoDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const match = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.exec(text);
  if (match === null) return undefined;
  const [, sign, parts = ''] = match;
  let total = 0;
  for (const [, amount, unit = ''] of parts.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    total += Number(amount) * (unitSeconds[unit] ?? 0);
  }
  return sign === '-' ? -total : total;
}
