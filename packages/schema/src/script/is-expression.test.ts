import { expect, test } from 'vitest';
import { isExpression } from './is-expression.ts';

test.each([
  'now()',
  "'a;b'",
  '(1 + 2) * 3',
  'gen_random_uuid() -- a comment',
  "'{}'::jsonb",
  "case when true then 'a' else 'b' end",
  'array[1, 2]',
  'current_timestamp',
])('%s is an expression', async (text) => {
  expect(await isExpression(text)).toBe(true);
});

test.each([
  '',
  '1); drop table t; --',
  '1) from t where (true',
  '1, 2',
  '1; select 2',
  'select 1',
  '1) union select (2',
  "1) as x, ('a'",
  '/* open',
  "'open",
])('%s is none', async (text) => {
  expect(await isExpression(text)).toBe(false);
});
