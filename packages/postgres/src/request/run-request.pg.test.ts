import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../database.ts';
import { PoolTimeoutError, RequestAborted } from '../errors.ts';
import { sql } from '../sql.ts';

let scratch: TestDatabase;
let api: Database;
const anon = { role: 'anon', settings: [] };

beforeAll(async () => {
  scratch = await createTestDatabase();
  await scratch.run(
    'create table notes (id int primary key, body text); insert into notes values (1, null)',
  );
  api = scratch.as('authenticator');
});

afterAll(() => scratch.close());

async function count(): Promise<string | undefined> {
  const [row] = await scratch.query<{ count: string }>(sql`select count(*) from notes`);
  return row?.count;
}

test('several statements are one transaction: a failing one undoes the ones before', async () => {
  const before = await count();
  await expect(
    api.request(anon, [
      { text: 'insert into notes values (2)' },
      { text: 'insert into notes values (2)' },
    ]),
  ).rejects.toMatchObject({ code: '23505', constraint: 'notes_pkey' });
  expect(await count()).toBe(before);
});

test('a deferred constraint that fails at the very end fails the request', async () => {
  await scratch.run(`create table parents (id int primary key);
    create table children (parent int references parents deferrable initially deferred);`);
  await expect(
    api.request(anon, [{ text: 'insert into children values (7)' }]),
  ).rejects.toMatchObject({ code: '23503' });
});

test('read only means it, and does not outlive its request', async () => {
  await expect(
    api.request(anon, [{ text: 'insert into notes values (3)' }], { readOnly: true }),
  ).rejects.toMatchObject({ code: '25006' });
  await api.request(anon, [{ text: 'insert into notes values (3)' }]);
  await api.request(anon, [{ text: 'delete from notes where id = 3' }]);
});

test('the end of a transaction can be known beforehand or decided by its results', async () => {
  const before = await count();
  const insert = [{ text: 'insert into notes values (4) returning id' }];
  const [rolledBack] = await api.request(anon, insert, { end: 'rollback' });
  expect(rolledBack).toMatchObject({ rows: [['4']], tag: 'INSERT 0 1' });
  const seen: unknown[] = [];
  await api.request(anon, insert, {
    isolation: 'serializable',
    end: (results) => {
      seen.push(results[0]?.rows);
      return 'rollback';
    },
  });
  expect(seen).toEqual([[['4']]]);
  expect(await count()).toBe(before);
});

test('after a failure inside a transaction the connection serves the next request', async () => {
  for (let turn = 0; turn < 30; turn += 1) {
    await expect(
      api.request(anon, [{ text: 'select 1/0' }], { end: () => 'commit' }),
    ).rejects.toMatchObject({ code: '22012' });
    expect((await api.request(anon, [{ text: 'select 1' }]))[0]?.rows).toEqual([['1']]);
  }
});

test('a statement prepared before the table changed still answers', async () => {
  const all = [{ text: 'select * from changing' }];
  await scratch.run('create table changing (a int); insert into changing values (1)');
  for (let turn = 0; turn < 12; turn += 1) await api.request(anon, all);
  await scratch.run('alter table changing add column b int');
  const answers = await Promise.all(Array.from({ length: 12 }, () => api.request(anon, all)));
  expect(answers.every(([result]) => result?.rows[0]?.length === 2)).toBe(true);
});

test('more distinct statements than a connection keeps prepared', async () => {
  for (let turn = 0; turn < 450; turn += 1) {
    const [result] = await api.request(anon, [{ text: `select ${turn}` }]);
    expect(result?.rows).toEqual([[String(turn)]]);
  }
  const [row] = await api.query<{ count: string }>(
    sql`select count(*) from pg_prepared_statements`,
  );
  expect(Number(row?.count)).toBeLessThanOrEqual(202);
});

test('a client that goes away takes its statement with it', async () => {
  const abort = new AbortController();
  const running = api.request(anon, [{ text: 'select pg_sleep(20)' }], { signal: abort.signal });
  setTimeout(() => abort.abort(), 100);
  await expect(running).rejects.toBeInstanceOf(RequestAborted);
  const still = await scratch.query(
    sql`select from pg_stat_activity where state = 'active' and query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`,
  );
  expect(still).toEqual([]);
});

test('an abort that comes too late harms nobody else on that connection', async () => {
  for (let turn = 0; turn < 25; turn += 1) {
    const abort = new AbortController();
    const quick = api.request(anon, [{ text: 'select 1' }], { signal: abort.signal });
    setImmediate(() => abort.abort());
    await quick.catch(() => {});
    expect((await api.request(anon, [{ text: 'select 2' }]))[0]?.rows).toEqual([['2']]);
  }
});

test('the timeout of a role cancels its statements', async () => {
  const limited = {
    role: 'anon',
    beforeRole: [['statement_timeout', '100']] as const,
    settings: [],
  };
  await expect(api.request(limited, [{ text: 'select pg_sleep(5)' }])).rejects.toMatchObject({
    code: '57014',
  });
});

test('a pool with nothing free says so instead of waiting for ever', async () => {
  const { Database } = await import('../database.ts');
  const { silentLogger } = await import('@plinth/testkit');
  const narrow = new Database({
    connection: scratch.connection('authenticator'),
    logger: silentLogger,
    maxConnections: 1,
    acquireTimeout: 2_000,
  });
  const client = new AbortController();
  const slow = narrow.request(anon, [{ text: 'select pg_sleep(60)' }], { signal: client.signal });
  const ended = expect(slow).rejects.toBeInstanceOf(RequestAborted);
  await expect(narrow.request(anon, [{ text: 'select 1' }])).rejects.toBeInstanceOf(
    PoolTimeoutError,
  );
  client.abort();
  await ended;
  await narrow.close();
});

test('a connection that dies under a request fails it and is replaced', async () => {
  const running = api.request(anon, [{ text: 'select pg_sleep(20)' }]);
  const failed = expect(running).rejects.toMatchObject({ name: 'ConnectionError' });
  await vi.waitFor(async () => {
    const killed = await scratch.query(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`,
    );
    expect(killed).toHaveLength(1);
  }, 10_000);
  await failed;
  expect((await api.request(anon, [{ text: 'select 1' }]))[0]?.rows).toEqual([['1']]);
});

test('COPY FROM STDIN, for which there is no data, fails instead of hanging', async () => {
  await expect(api.request(anon, [{ text: 'copy notes from stdin' }])).rejects.toThrow(
    /COPY FROM STDIN/,
  );
  expect((await api.request(anon, [{ text: 'select 1' }]))[0]?.rows).toEqual([['1']]);
});
