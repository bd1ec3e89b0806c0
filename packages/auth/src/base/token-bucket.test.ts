import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

test('a bucket empties per key and fills again with time', () => {
  let now = 0;
  const bucket = new TokenBucket(2, 10, { now: () => now });
  expect([bucket.take('a'), bucket.take('a'), bucket.take('a')]).toEqual([true, true, false]);
  expect(bucket.take('b')).toBe(true);
  now = 4_999;
  expect(bucket.take('a')).toBe(false);
  now = 5_000;
  expect(bucket.take('a')).toBe(true);
  expect(bucket.take('a')).toBe(false);
});

test('a bucket of nothing gives nothing', () => {
  expect(new TokenBucket(0, 3600, { now: () => 0 }).take('a')).toBe(false);
});

test('a clock that goes back takes nothing away', () => {
  let now = 10_000;
  const bucket = new TokenBucket(1, 10, { now: () => now });
  bucket.take('a');
  now = 0;
  expect(bucket.take('a')).toBe(false);
});
