import { expect, test } from 'vitest';
import { parseBanDuration } from './ban-duration.ts';

test.each([
  ['none', 0],
  ['0', 0],
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['876000h', 876_000 * 3_600_000],
  ['1.5s', 1500],
  ['.5s', 500],
  ['-1h', -3_600_000],
  ['100ms', 100],
])('%s lasts %d ms', (text, milliseconds) => {
  expect(parseBanDuration(text)).toBe(milliseconds);
});

test.each(['', '24', 'h', '1d', '1 h', 'none ', '1h2', 'NaN', '99999999999h'])(
  '%s is no duration',
  (text) => {
    expect(() => parseBanDuration(text)).toThrow('invalid format for ban duration');
  },
);
