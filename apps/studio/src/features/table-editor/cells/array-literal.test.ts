import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatArray, parseArray } from './array-literal.ts';

test('what is written is read back, whatever the elements hold', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ unit: 'grapheme' }), { nil: null })), (elements) => {
      expect(parseArray(formatArray(elements))).toEqual(elements);
    }),
  );
});

test('arrays as Postgres writes them are understood', () => {
  expect(parseArray('{}')).toEqual([]);
  expect(parseArray('{stone,copper}')).toEqual(['stone', 'copper']);
  expect(parseArray('{"two words",NULL,"NULL","say \\"so\\""}')).toEqual([
    'two words',
    null,
    'NULL',
    'say "so"',
  ]);
});

test('what is no flat array is left to the text field', () => {
  for (const text of ['{{1,2},{3,4}}', '[0:1]={1,2}', 'a,b', '{a', '{a,}', '{,}', ''])
    expect(parseArray(text)).toBeNull();
});
