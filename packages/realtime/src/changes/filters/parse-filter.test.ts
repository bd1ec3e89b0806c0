import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likeTest } from './like.ts';
import { operators, parseFilter } from './parse-filter.ts';

const quote = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

const condition = fc.record({
  column: fc.stringMatching(/^[a-z_]{1,8}$/),
  operator: fc.constantFrom(...operators.filter((each) => each !== 'in')),
  value: fc.string(),
  isNegated: fc.boolean(),
});

test('what is quoted comes back as it was', () => {
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 5 }), (conditions) => {
      const text = conditions
        .map(
          ({ column, operator, value, isNegated }) =>
            `${column}=${isNegated ? 'not.' : ''}${operator}.${quote(value)}`,
        )
        .join(',');
      expect(parseFilter(text)).toEqual(conditions);
    }),
  );
});

test('whatever comes is parsed or refused, in time', () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    '(',
    ')',
    ',',
    '=',
    '.',
    'eq',
    'in',
    'not.',
    'a',
    ' ',
    'é',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (text) => {
        try {
          expect(Array.isArray(parseFilter(text))).toBe(true);
        } catch (error) {
          expect(String(error)).toContain('Error parsing `filter` params: ');
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('LIKE is what a regular expression says', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '☃', '%', '_', '\\'), { maxLength: 8 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(
      text,
      fc.array(fc.constantFrom('a', '%', '_', '☃', '\\%', '\\_', '\\\\'), { maxLength: 8 }),
      (value, pieces) => {
        const source = pieces
          .map((each) =>
            each === '%'
              ? '.*'
              : each === '_'
                ? '.'
                : `\\u{${(each.codePointAt(each.length > 1 && each[0] === '\\' ? 1 : 0) ?? 0).toString(16)}}`,
          )
          .join('');
        expect(likeTest(pieces.join(''))(value)).toBe(new RegExp(`^${source}$`, 'su').test(value));
      },
    ),
    { numRuns: 1_000 },
  );
});
