import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRowKey, encodeRowKey } from './row-key.ts';
import {
  decodeFilter,
  decodeSort,
  encodeFilter,
  encodeSort,
  isNullTest,
  operators,
  toggleSort,
} from './view-codec.ts';

const name = fc.string({ minLength: 1, unit: 'grapheme' });

test('every filter survives the URL', () => {
  fc.assert(
    fc.property(name, fc.constantFrom(...operators), fc.string(), (column, operator, value) => {
      const filter = { column, operator, value: isNullTest(operator) ? '' : value };
      expect(decodeFilter(encodeFilter(filter))).toEqual(filter);
    }),
  );
});

test('every order survives the URL', () => {
  const sort = fc.array(fc.record({ column: name, descending: fc.boolean() }), { maxLength: 4 });
  fc.assert(
    fc.property(sort, (given) => {
      expect(decodeSort(encodeSort(given))).toEqual(given);
    }),
  );
});

test('every key of a row survives the URL', () => {
  fc.assert(
    fc.property(fc.dictionary(name, fc.string(), { minKeys: 1, maxKeys: 3 }), (key) => {
      expect(decodeRowKey(encodeRowKey(key))).toEqual(key);
    }),
  );
});

test('URLs are readable', () => {
  expect(encodeFilter({ column: 'at', operator: 'gte', value: '2026-11-20 10:00' })).toBe(
    'at:gte:2026-11-20 10:00',
  );
  expect(
    encodeSort([
      { column: 'at', descending: true },
      { column: 'id', descending: false },
    ]),
  ).toBe('at:desc,id');
  expect(encodeRowKey({ id: '42' })).toBe('id:42');
});

test('what is no filter in a URL is left out', () => {
  expect(decodeFilter('status:drop:x')).toBeNull();
  expect(decodeFilter('')).toBeNull();
  expect(decodeRowKey('nonsense')).toBeNull();
});

test('clicks on a column go through ascending, descending and none', () => {
  const once = toggleSort([], 'a', false);
  expect(once).toEqual([{ column: 'a', descending: false }]);
  const twice = toggleSort(once, 'a', false);
  expect(twice).toEqual([{ column: 'a', descending: true }]);
  expect(toggleSort(twice, 'a', false)).toEqual([]);
  expect(toggleSort(twice, 'b', false)).toEqual([{ column: 'b', descending: false }]);
  expect(toggleSort(twice, 'b', true)).toEqual([
    { column: 'a', descending: true },
    { column: 'b', descending: false },
  ]);
});
