import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { flushLog } from '../../test/flush-log.ts';
import schemaMarker from './0003-schema-marker.sql';

let database: TestDatabase;
let slot: string;
beforeAll(async () => {
  database = await createTestDatabase();
  slot = `marks_${database.name}`;
  await database.run('create table public.notes (id int primary key, body text)');
  await database.query(sql`select pg_create_logical_replication_slot(${slot}, 'test_decoding')`);
});
afterAll(async () => {
  await database.query(sql`select pg_drop_replication_slot(${slot})`);
  await database.close();
});
beforeEach(async () => {
  await entries();
});

/** What the log says since the last time: `mark`, or the table that was inserted into. */
async function entries(): Promise<string[]> {
  await flushLog(database);
  const rows = await database.query<{ data: string }>(
    sql`select data from pg_logical_slot_get_changes(${slot}, null, null)`,
  );
  return rows
    .map(({ data }) => data)
    .filter((data) => !/^(BEGIN|COMMIT|.* prefix: flush)/.test(data))
    .map((data) => {
      if (/^message: transactional: 1 prefix: plinth_schema, sz: 0/.test(data)) return 'mark';
      return /^table (\S+):/.exec(data)?.[1] ?? data;
    });
}

test.each([
  'alter table public.notes add column extra int',
  'alter table public.notes drop column extra',
  'alter table public.notes enable row level security',
  'create policy p on public.notes for select using (true)',
  'alter policy p on public.notes using (false)',
  'drop policy p on public.notes',
  'create policy m on realtime.messages for select using (true)',
  'drop policy m on realtime.messages',
  'grant select on public.notes to anon',
  'revoke select on public.notes from anon',
  'alter publication supabase_realtime add table public.notes',
  'alter publication supabase_realtime drop table public.notes',
  `create function public.f() returns int language sql as 'select 1'`,
  `create or replace function public.f() returns int language sql as 'select 2'`,
  'drop function public.f()',
  `create type public.mood as enum ('a')`,
  `alter type public.mood add value 'b'`,
  'drop type public.mood',
  'alter table public.notes replica identity full',
  'create schema other',
  'drop schema other',
])('%s leaves a mark', async (statement) => {
  await database.run(statement);
  expect(await entries()).toContain('mark');
});

test('temporary tables, data and what is taken back leave none', async () => {
  await database.run(`
    create temporary table scratch (id int);
    drop table scratch;
    insert into public.notes values (1, 'a')`);
  await database.run('begin; alter table public.notes add column gone int; rollback');
  expect(await entries()).toEqual(['public.notes']);
});

test('marks stand between the rows where the change took place', async () => {
  await database.run(`begin;
    insert into public.notes values (2, 'a');
    alter table public.notes add column more int;
    insert into public.notes values (3, 'b');
    commit`);
  expect(await entries()).toEqual(['public.notes', 'mark', 'public.notes']);
});

test('whoever listens is told once a transaction', async () => {
  const told: string[] = [];
  const stop = await database.as().listen('plinth_realtime', (payload) => void told.push(payload));
  await database.run('begin; create table a (); create table b (); drop table a; commit');
  await vi.waitFor(() => expect(told).toEqual(['']), 5_000);
  stop();
});

test('a login that may not watch is told so, and everything else stands', async () => {
  const plain = await createTestDatabase('template1');
  const { host, port, database: name, user, password = '' } = plain.connection('postgres');
  const client = new pg.Client({ host, port, database: name, user, password });
  const notices: (string | undefined)[] = [];
  client.on('notice', ({ severity, message }) => notices.push(`${severity}: ${message}`));
  try {
    await client.connect();
    await client.query(`create schema realtime; ${schemaMarker}`);
    expect(notices).toEqual([
      expect.stringMatching(/^WARNING: only a superuser can create event triggers/),
    ]);
  } finally {
    await client.end();
    await plain.close();
  }
});
