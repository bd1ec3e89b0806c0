import { expect, test } from 'vitest';
import { checkPolicy, parsePolicy } from './policy.ts';

const encode = (policy: unknown): string => Buffer.from(JSON.stringify(policy)).toString('base64');
const expiration = '2030-01-01T00:00:00Z';

const check = (conditions: readonly unknown[], fields: Readonly<Record<string, string>>) =>
  checkPolicy(parsePolicy(encode({ expiration, conditions })), new Map(Object.entries(fields)));

test('a form holds what its policy says and nothing else', () => {
  const conditions = [{ bucket: 'files' }, ['starts-with', '$Key', 'user/'], ['eq', '$acl', 'x']];
  const good = { bucket: 'files', key: 'user/a', acl: 'x', policy: 'p', 'x-ignore-me': '1' };
  expect(() => check(conditions, good)).not.toThrow();
  for (const change of [{ bucket: 'other' }, { key: 'admin/a' }, { acl: 'y' }, { more: '1' }]) {
    expect(() => check(conditions, { ...good, ...change })).toThrow(/Condition failed/);
  }
  const { key: _, ...without } = good;
  expect(() => check(conditions, without)).toThrow(/Condition failed: key/);
});

test('a policy says how long the file may be', () => {
  expect(check([['content-length-range', 1, 10]], {})).toMatchObject({ least: 1, most: 10 });
  expect(check([], {})).toEqual({ least: 0, most: Number.MAX_SAFE_INTEGER });
});

test('what is no policy is refused', () => {
  const conditions: unknown[] = [
    { a: '1', b: '2' },
    {},
    ['eq', 'key', 'a'],
    ['matches', '$key', 'a'],
    ['eq', '$key'],
    ['content-length-range', 5, 1],
    ['content-length-range', 'a', 'b'],
    ['content-length-range', { valueOf: null, toString: null }, 5],
    ['eq', '$key', { toString: null }],
    { bucket: { valueOf: null, toString: null } },
    'text',
    null,
  ];
  for (const condition of conditions) {
    expect(() => parsePolicy(encode({ expiration, conditions: [condition] }))).toThrow(/form/);
  }
  for (const policy of [
    {},
    { conditions: [] },
    { expiration },
    { expiration: 'soon', conditions: [] },
    null,
    [],
  ]) {
    expect(() => parsePolicy(encode(policy))).toThrow(/form/);
  }
  expect(() => parsePolicy('%%%')).toThrow(/form/);
  const nested = `{"bucket":${'['.repeat(11_000)}${']'.repeat(11_000)}}`;
  const text = `{"expiration":"${expiration}","conditions":[${nested}]}`;
  expect(() => parsePolicy(Buffer.from(text).toString('base64'))).toThrow(/form/);
});
