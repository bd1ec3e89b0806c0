import { expect, test } from 'vitest';
import { auditedSql } from './audit-log.ts';

test.each([
  ["alter role a password 'se''cret'", "alter role a password '[hidden]'"],
  ["ALTER ROLE a PASSWORD E'se\\'cret' LOGIN", "ALTER ROLE a PASSWORD '[hidden]' LOGIN"],
  [
    "create user x with encrypted password\n'p;w'; select 1",
    "create user x with encrypted password\n'[hidden]'; select 1",
  ],
  ["update u set password = 'x', a = 'y'", "update u set password = '[hidden]', a = 'y'"],
  ['alter role a password $$secret$$', "alter role a password '[hidden]'"],
  ["select vault.create_secret('value', 'name')", "select vault.create_secret('[hidden]', 'name')"],
  [
    "insert into u values (crypt('pw', gen_salt('bf')))",
    "insert into u values (crypt('[hidden]', gen_salt('bf')))",
  ],
  ["select 'password', password from u", "select 'password', password from u"],
])('%s', (text, shown) => {
  expect(auditedSql(text)).toBe(shown);
});

test('long SQL is cut, and no secret is left at the cut', () => {
  const long = `${'-'.repeat(9_990)}\nalter role a password '${'s'.repeat(100)}'`;
  const shown = auditedSql(long);
  expect(shown.length).toBe(10_001);
  expect(shown).not.toContain('sss');
});
