import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newFolder, PlinthProcess } from './plinth-process.ts';

/** A Postgres of the machine, where one runs on loopback and lets its superuser in without a password. */
const server = 'postgresql://postgres@127.0.0.1:5432';
const name = `plinth_external_${process.pid}`;

async function isThere(): Promise<boolean> {
  const client = new pg.Client({
    connectionString: `${server}/postgres`,
    connectionTimeoutMillis: 1_000,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ usable: boolean }>(
      "select rolsuper and current_setting('server_version_num')::int >= 150000 as usable from pg_roles where rolname = current_user",
    );
    return rows[0]?.usable === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const available = await isThere();
const folder = newFolder();

afterAll(async () => {
  folder.remove();
  if (!available) return;
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`drop database if exists ${name}_plinth with (force)`);
  await client.end();
});

test.runIf(available)(
  "a Postgres of the user's own: signed up, written, read, found again",
  async () => {
    const client = new pg.Client({ connectionString: `${server}/postgres` });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    const environment = { DATABASE_URL: `${server}/${name}` };
    const first = await PlinthProcess.start(folder.path, { environment });
    const { ready } = first;
    const json = { apikey: ready.anonKey, 'content-type': 'application/json' };
    const signUp = await fetch(`${ready.url}/auth/v1/signup`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
    });
    expect(signUp.status).toBe(200);
    const database = new pg.Client({ connectionString: ready.databaseUrl });
    await database.connect();
    await database.query('create table notes (body text)');
    await database.end();
    const service = { ...json, apikey: ready.serviceRoleKey };
    await expect
      .poll(
        async () => {
          const answer = await fetch(`${ready.url}/rest/v1/notes`, {
            method: 'POST',
            headers: service,
            body: JSON.stringify({ body: 'kept' }),
          });
          return answer.status;
        },
        { timeout: 5_000 },
      )
      .toBe(201);
    expect(await first.plinth.stop()).toBe(0);

    const second = await PlinthProcess.start(folder.path, { environment });
    const rows = await fetch(`${second.ready.url}/rest/v1/notes`, { headers: service });
    expect(await rows.json()).toContainEqual({ body: 'kept' });
    expect(await second.plinth.stop()).toBe(0);
  },
);

test('a Postgres that is not there: a sentence with its place, without its password', async () => {
  const { status, stderr } = await PlinthProcess.run(
    ['start', '--dir', folder.path, '--port', '0', '--json'],
    {
      environment: { DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1/none' },
    },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('127.0.0.1:1');
  expect(stderr).not.toContain('hunter2');
});
