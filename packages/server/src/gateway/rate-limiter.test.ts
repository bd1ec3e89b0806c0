import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

test('a burst, then the refill, per address and class', () => {
  let now = 0;
  const limiter = new RateLimiter({ sign: { burst: 3, seconds: 30 } }, { now: () => now });
  const take = (address = 'a'): number => limiter.take('sign', address);
  expect([take(), take(), take()]).toEqual([0, 0, 0]);
  expect(take()).toBe(10);
  expect(take('b')).toBe(0);
  now += 10_000;
  expect([take(), take()]).toEqual([0, 10]);
  expect(limiter.take('unlimited', 'a')).toBe(0);
});
