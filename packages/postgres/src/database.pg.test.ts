import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from './sql.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

test('a request runs as the caller, and the next one on the same connection starts clean', async () => {
  const api = database.as('authenticator');
  const who = { text: "select current_user, current_setting('request.jwt.claims', true)" };
  const [first] = await api.request(
    { role: 'authenticated', settings: [['request.jwt.claims', '{"sub":"1"}']] },
    [who],
  );
  expect(first?.rows).toEqual([['authenticated', '{"sub":"1"}']]);
  const [second] = await api.request({ role: 'anon', settings: [] }, [who]);
  expect(second?.rows).toEqual([['anon', '']]);
});

test('the login role itself has no rights', async () => {
  await expect(
    database.as('authenticator').query(sql`select * from plinth.system_migrations`),
  ).rejects.toMatchObject({ code: '42501' });
});
