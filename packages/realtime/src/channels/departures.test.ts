import { expect, test } from 'vitest';
import { Departures } from './departures.ts';

test('who goes on counting comes back; who begins anew does not, and nobody comes back twice', () => {
  let now = 0;
  const departures = new Departures({ now: () => now }, 1_000);
  // Of clients of an earlier life nothing is known.
  expect([departures.isReturn('a', 7), departures.isReturn('a', 1)]).toEqual([true, false]);
  now = 1_000;
  expect(departures.isReturn('a', 7)).toBe(false);
  departures.note('a', 9);
  departures.note('a', 20);
  expect(departures.isReturn('b', 30)).toBe(false);
  expect(departures.isReturn('a', 6)).toBe(false);
  // The tab that had counted to 9, then the other.
  expect(departures.isReturn('a', 13)).toBe(true);
  expect(departures.isReturn('a', 13)).toBe(false);
  expect(departures.isReturn('a', 25)).toBe(true);
  expect(departures.isReturn('a', 26)).toBe(false);
  departures.note('a', 9);
  now += 1_001;
  expect(departures.isReturn('a', 13)).toBe(false);
});
