import { expect, test } from 'vitest';
import { concernOf, type ObjectPolicy, policyOf, policyTemplate } from './policies.ts';

const policy = (using: string | null, check: string | null = null): ObjectPolicy => ({
  name: 'p',
  command: 'SELECT',
  roles: ['public'],
  permissive: true,
  using,
  check,
});

test.each([
  ["(bucket_id = 'photos'::text)", 'this'],
  ["(bucket_id = 'other'::text)", 'none'],
  ["((bucket_id = 'other'::text) OR (bucket_id = 'photos'::text))", 'this'],
  ["(bucket_id = ANY (ARRAY['other'::text, 'photos'::text]))", 'this'],
  ["(bucket_id = ANY (ARRAY['other'::text, 'more'::text]))", 'none'],
  ['(auth.uid() = owner)', 'all'],
  [null, 'all'],
] as const)('%s is about: %s', (using, concern) => {
  expect(concernOf(policy(using), 'photos')).toBe(concern);
  expect(concernOf(policy(null, using), 'photos')).toBe(concern);
});

test('a bucket with a quote in its name is found', () => {
  expect(concernOf(policy("(bucket_id = 'ada''s'::text)"), "ada's")).toBe('this');
  expect(policyTemplate("ada's")).toContain("bucket_id = 'ada''s'");
});

test('a row of pg_policies is read', () => {
  expect(policyOf(['Read', 'SELECT', 'anon, authenticated', 'RESTRICTIVE', 'true', null])).toEqual({
    name: 'Read',
    command: 'SELECT',
    roles: ['anon', 'authenticated'],
    permissive: false,
    using: 'true',
    check: null,
  });
});
