import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

test('five seconds of a rate pass at once, then the rate; nodes share it', () => {
  let now = 0;
  let nodes = 1;
  const bucket = new TokenBucket(10, { now: () => now }, () => nodes);
  const passed = (): number => {
    let count = 0;
    while (bucket.take()) count += 1;
    return count;
  };
  expect(passed()).toBe(50);
  now += 1_000;
  expect(passed()).toBe(10);
  now += 60_000;
  expect(bucket.take(51)).toBe(false);
  expect(bucket.take(50)).toBe(true);
  nodes = 5;
  now += 1_000;
  expect(passed()).toBe(2);
  // A clock that is set back takes nothing away and gives nothing.
  now -= 10_000;
  expect(passed()).toBe(0);
  now += 1_000;
  expect(passed()).toBe(2);
});
