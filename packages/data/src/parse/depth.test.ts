import { describe, expect, test } from 'vitest';
import { shallowSearch, shallowValue } from './depth.ts';

const tooDeep = expect.objectContaining({ code: 'PGRST100' });

function failure(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('values that Postgres may parse as JSON', () => {
  test.each([
    ['[', 512],
    ['{"a":', 512],
  ])('are taken %j × %d deep', (open, depth) => {
    const value = open.repeat(depth);
    expect(shallowValue(value)).toBe(value);
    expect(failure(() => shallowValue(value + open))).toEqual(tooDeep);
  });

  test('are looked into where they are elements of an array', () => {
    expect(failure(() => shallowValue(`{"${'['.repeat(600)}"}`))).toEqual(tooDeep);
    expect(failure(() => shallowValue(`{"${'{\\"a\\":'.repeat(600)}"}`))).toEqual(tooDeep);
  });

  test('may hold brackets in their texts, and other texts may hold any', () => {
    const wide = JSON.stringify(Array.from({ length: 2_000 }, () => ({ a: '[{' })));
    for (const value of [wide, `x${'['.repeat(2_000)}`]) expect(shallowValue(value)).toBe(value);
  });
});

test('parentheses of a search query are counted where they nest', () => {
  const flat = '(a)|'.repeat(2_000);
  expect(shallowSearch(`${flat}b`)).toBe(`${flat}b`);
  expect(failure(() => shallowSearch('('.repeat(513)))).toEqual(tooDeep);
});
