import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listOf, parseSearch, stringifySearch } from './search-params.ts';

test('what is written is read back, whatever it holds', () => {
  const values = fc.dictionary(
    fc.string({ minLength: 1, unit: 'binary' }),
    fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 3 }),
  );
  fc.assert(
    fc.property(values, (given) => {
      const read = parseSearch(stringifySearch(given));
      for (const [name, list] of Object.entries(given)) expect(listOf(read[name])).toEqual(list);
    }),
  );
});

test('a URL stays readable', () => {
  expect(
    stringifySearch({ filter: ['status:eq:open'], sort: 'title:desc,id', row: undefined }),
  ).toBe('?filter=status:eq:open&sort=title:desc,id');
});
