import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitList } from './row-filter.ts';

test.each([
  ['a,b', ['a', 'b']],
  [' a , "b, c" ', ['a', 'b, c']],
  ['"say ""hi""",x', ['say "hi"', 'x']],
  ['', []],
  [',', []],
  ['""', ['']],
  ['a,,b', ['a', 'b']],
])('%j', (text, items) => {
  expect(splitList(text)).toEqual(items);
});

test('any values survive when they are quoted', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (items) => {
      const text = items.map((item) => `"${item.replaceAll('"', '""')}"`).join(',');
      expect(splitList(text)).toEqual(items);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(splitList(text).join('').length).toBeLessThanOrEqual(text.length);
    }),
  );
});
