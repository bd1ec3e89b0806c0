import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('it never grows beyond its limit, whatever is put in', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.integer()), (limit, keys) => {
      const map = new BoundedMap<number, number>(limit);
      for (const key of keys) map.set(key, key);
      expect(map.size).toBeLessThanOrEqual(limit);
      const last = keys.at(-1);
      if (last !== undefined) expect(map.get(last)).toBe(last);
    }),
  );
});

test('what was used last stays; what makes room is told', () => {
  const evicted: string[] = [];
  const map = new BoundedMap<string, number>(2, (key) => evicted.push(key));
  map.set('a', 1);
  map.set('b', 2);
  map.get('a');
  map.set('c', 3);
  expect(evicted).toEqual(['b']);
  expect(map.get('a')).toBe(1);
});
