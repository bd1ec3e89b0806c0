import { expect, test } from 'vitest';
import { whoReturns } from './who-returns.ts';

const at = (lsn: number, lastRef: number, address = 'a') => ({
  lastRef,
  address,
  position: { lsn: BigInt(lsn), index: -1 },
});

test('who goes on counting comes back; who begins anew does not', () => {
  const entries = [at(10, 9)];
  expect(whoReturns(entries, { ref: 6, address: 'a' })).toBeUndefined();
  expect(whoReturns(entries, { ref: 9, address: 'a' })).toBeUndefined();
  expect(whoReturns(entries, { ref: 13, address: 'elsewhere' })?.position.lsn).toBe(10n);
  expect(whoReturns([], { ref: 13, address: 'a' })).toBeUndefined();
});

test('the same address tells apart who shares a name', () => {
  const entries = [at(10, 9, 'other'), at(20, 9), at(30, 9, 'third')];
  expect(whoReturns(entries, { ref: 13, address: 'a' })?.position.lsn).toBe(20n);
});

test('of several that cannot be told apart nobody begins behind its own place, in whatever order they come', () => {
  const places = [30, 10, 20];
  for (const order of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ]) {
    let entries = places.map((place) => at(place, 9));
    for (const who of order) {
      const found = whoReturns(entries, { ref: 13, address: 'b' });
      expect(Number(found?.position.lsn)).toBeLessThanOrEqual(places[who] ?? 0);
      entries = entries.filter((entry) => entry !== found?.taken);
    }
    expect(entries).toEqual([]);
  }
});
