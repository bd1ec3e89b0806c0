import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '../sql.ts';
import { type Notice, Session } from './session.ts';

let database: TestDatabase;
const sessions: Session[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

afterAll(() => database.close());

async function open(onNotice: (notice: Notice) => void = () => {}): Promise<Session> {
  const session = await Session.open(database.connection('postgres'), { onNotice });
  sessions.push(session);
  return session;
}

test('a batch is one transaction: a failing statement undoes those before it', async () => {
  const session = await open();
  const { results, failure, transaction } = await session.run([
    { text: 'create table undone (id int)' },
    { text: 'insert into undone values (1)' },
    { text: 'select nothing from undone' },
    { text: 'create table never ()' },
  ]);
  expect(results.map(({ tag }) => tag)).toEqual(['CREATE TABLE', 'INSERT 0 1']);
  expect(failure).toMatchObject({ index: 2, error: { code: '42703', position: '8' } });
  expect(transaction).toBe('none');
  expect(await database.query(sql`select to_regclass('undone') as found`)).toEqual([
    { found: null },
  ]);
});

test('rows are handed on up to the limit, and the rest is never computed', async () => {
  const session = await open();
  await session.run([{ text: 'create sequence calls' }]);
  const rows: (readonly (string | null)[])[] = [];
  const { results } = await session.run([
    {
      text: "select nextval('calls'), null from generate_series(1, 1000000)",
      maxRows: 3,
      onRow: (row) => rows.push(row),
    },
    { text: 'select last_value from calls', onRow: (row) => rows.push(row) },
  ]);
  expect(rows).toEqual([['1', null], ['2', null], ['3', null], ['3']]);
  expect(results).toMatchObject([{ suspended: true }, { suspended: false, tag: 'SELECT 1' }]);
  expect(results[0]?.fields?.map(({ name }) => name)).toEqual(['nextval', '?column?']);
});

test('a transaction stays open over batches, and closing the session undoes it', async () => {
  const session = await open();
  const first = await session.run([{ text: 'begin' }, { text: 'create table open_work ()' }]);
  expect(first.transaction).toBe('open');
  const second = await session.run([{ text: 'select 1 / 0' }]);
  expect(second).toMatchObject({ transaction: 'failed', failure: { error: { code: '22012' } } });
  await session.close();
  expect(await database.query(sql`select to_regclass('open_work') as found`)).toEqual([
    { found: null },
  ]);
});

test('cancel ends the running statement and leaves the session usable', async () => {
  const session = await open();
  const running = session.run([{ text: 'select pg_sleep(20)' }]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await session.cancel();
  expect(await running).toMatchObject({ failure: { error: { code: '57014' } } });
  expect(await session.run([{ text: 'select 1' }])).toMatchObject({ failure: null });
});

test('a broken connection is an error of the batch at work and of every later one', async () => {
  const session = await open();
  const running = session.run([{ text: 'select pg_sleep(20)' }]);
  await database.query(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plinth session' and datname = current_database()`,
  );
  await expect(running).rejects.toMatchObject({ name: 'ConnectionError' });
  await expect(session.run([{ text: 'select 1' }])).rejects.toMatchObject({
    name: 'ConnectionError',
  });
});

test('warnings reach the listener', async () => {
  const notices: Notice[] = [];
  const session = await open((notice) => notices.push(notice));
  await session.run([{ text: "do $$ begin raise warning 'take care'; end $$" }]);
  expect(notices).toMatchObject([{ severity: 'WARNING', message: 'take care' }]);
});

test('COPY FROM STDIN fails instead of waiting for data', async () => {
  const session = await open();
  await session.run([{ text: 'create temporary table target (id int)' }]);
  const { failure } = await session.run([{ text: 'select 1' }, { text: 'copy target from stdin' }]);
  expect(failure?.index).toBe(1);
  expect(await session.run([{ text: 'select 3' }])).toMatchObject({
    failure: null,
    results: [{ tag: 'SELECT 1' }],
  });
});

test('a row that is too large ends the session before it is in memory', async () => {
  const session = await Session.open(database.connection('postgres'), {
    largestMessage: 1_000_000,
  });
  sessions.push(session);
  expect(await session.run([{ text: "select repeat('x', 900000)" }])).toMatchObject({
    failure: null,
  });
  const before = process.memoryUsage.rss();
  const running = session.run([{ text: "select repeat('x', 300000000)" }]);
  await expect(running).rejects.toMatchObject({ name: 'RowTooLargeError' });
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  await expect(session.run([{ text: 'select 1' }])).rejects.toMatchObject({
    name: 'RowTooLargeError',
  });
});
