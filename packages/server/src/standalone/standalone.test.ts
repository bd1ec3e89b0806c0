import { describe, expect, test } from 'vitest';
import { readDataEnvironment } from './data-environment.ts';
import { parseRoleClaim } from './role-claim.ts';
import { signingKeys } from './signing-keys.ts';

describe('the claim that holds the role', () => {
  const claims = {
    role: 'plain',
    user: { 'the role': 'nested' },
    roles: ['first', 'staff_admin', 'last'],
    level: 3,
  };

  test.each([
    ['$.role', 'plain'],
    ['.role', 'plain'],
    [`$.user['the role']`, 'nested'],
    ['.user."the role"', 'nested'],
    ['$.roles[1]', 'staff_admin'],
    ['$.roles[-1]', 'last'],
    ['$.roles[?(@ == "last")]', 'last'],
    ['.roles[?(@ ^== "staff")]', 'staff_admin'],
    ['.roles[?(@ ==^ "admin")]', 'staff_admin'],
    ['$.level', '3'],
    ['$.nothing.here', undefined],
    ['$.role.length', undefined],
    ['$.__proto__', undefined],
  ])('%s finds %s', (path, role) => {
    expect(parseRoleClaim(path)(claims)).toBe(role);
  });

  test('a path that cannot be read is refused', () => {
    expect(() => parseRoleClaim('$..role')).toThrow(RangeError);
  });
});

describe('the keys of jwt-secret', () => {
  test('a text, its base64, a key, a set of keys', () => {
    const secret = 'a secret that is long enough to be one';
    const k = Buffer.from(secret).toString('base64url');
    const key = { kty: 'oct' as const, k, alg: 'HS256' };
    expect(signingKeys(secret, false)).toEqual([key]);
    expect(signingKeys(Buffer.from(secret).toString('base64'), true)).toEqual([key]);
    expect(signingKeys(JSON.stringify(key), false)).toEqual([key]);
    expect(signingKeys(JSON.stringify({ keys: [key] }), false)).toEqual([key]);
  });

  test('a short one is refused', () => {
    expect(() => signingKeys('short', false)).toThrow('at least 32 characters');
  });
});

describe('the environment', () => {
  test("has PostgREST's names and defaults", () => {
    const options = readDataEnvironment({
      PGRST_DB_URI: 'postgres://u:p@db.example:5433/app?sslmode=disable',
      PGRST_DB_SCHEMAS: 'api, extra',
      PGRST_DB_EXTRA_SEARCH_PATH: '',
      PGRST_DB_MAX_ROWS: '100',
      PGRST_DB_TX_END: 'rollback-allow-override',
      PGRST_DB_ANON_ROLE: '',
      PGRST_APP_SETTINGS_SOME_KEY: 'value',
    });
    expect(options.connection).toMatchObject({ host: 'db.example', port: 5433, database: 'app' });
    expect(options.settings).toMatchObject({
      schemas: ['api', 'extra'],
      extraSearchPath: [],
      maxRows: 100,
      transactionEnd: 'rollback-allow-override',
      anonymousRole: undefined,
      appSettings: [['app.settings.some_key', 'value']],
    });
    expect(options).toMatchObject({ host: '127.0.0.1', port: 3000, poolSize: 10 });
  });

  test('names the option that cannot be used', () => {
    expect(() => readDataEnvironment({ PGRST_DB_TX_END: 'never' })).toThrow(/^db-tx-end: "never"/);
    expect(() => readDataEnvironment({ PGRST_SERVER_PORT: 'x' })).toThrow(/PGRST_SERVER_PORT/);
  });
});
