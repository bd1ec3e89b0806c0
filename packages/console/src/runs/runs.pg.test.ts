import { applySystemMigrations, sql } from '@plinth/postgres';
import { schemaMigrations } from '@plinth/schema';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestConsole, type TestConsole } from '../../testkit/test-console.ts';
import type { ConsoleError } from '../api/members.ts';
import type { SqlRun, SqlRunResult } from '../api/sql.ts';

let studio: TestConsole;
let developer: string;
let admin: string;
let viewer: string;

beforeAll(async () => {
  studio = await createTestConsole({ limits: { statementTimeout: 700, runsPerMember: 2 } });
  await applySystemMigrations(studio.project.as(), [schemaMigrations]);
  developer = await studio.addMember('viewer', 'developer');
  admin = await studio.addMember('admin');
  viewer = await studio.addMember('viewer', 'viewer');
  await studio.project.run(`
    create table notes (id int primary key, owner uuid, t text);
    insert into notes values (1, '6f1c1f7e-9a4e-4a1b-8a44-7f3f1f6c9b11', 'mine'), (2, null, 'other');
    alter table notes enable row level security;
    create policy own on notes to authenticated using (owner = auth.uid());`);
});

afterAll(() => studio.close());

let number = 0;

async function run(script: string, more: Partial<SqlRun> = {}, member = developer) {
  number += 1;
  const { status, body } = await studio.call<SqlRunResult & ConsoleError>(
    'POST',
    '/projects/default/sql',
    { id: `run-${number}`, sql: script, ...more },
    member,
  );
  return { status, ...body };
}

const exists = async (name: string): Promise<boolean> =>
  (
    await studio.project.query<{ found: string | null }>(
      sql`select to_regclass(${name})::text as found`,
    )
  )[0]?.found !== null;

test('each statement gives a result with its columns and their types', async () => {
  const answer = await run(
    `create temporary table t (id int, n numeric(10,2), "odd" varchar(3)); -- one
     insert into t values (1, 1.5, 'a'), (2, null, 'b') returning id;
     select *, id = 1 as first, null from t;;
     update t set id = 0 where false`,
  );
  expect(answer).toMatchObject({ status: 200, failure: null, notices: [] });
  expect(answer.results).toEqual([
    { tag: 'CREATE TABLE', columns: [], rows: [], truncated: false, cut: [] },
    {
      tag: 'INSERT 0 2',
      columns: [{ name: 'id', type: 'integer' }],
      rows: [['1'], ['2']],
      truncated: false,
      cut: [],
    },
    {
      tag: 'SELECT 2',
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'n', type: 'numeric(10,2)' },
        { name: 'odd', type: 'character varying(3)' },
        { name: 'first', type: 'boolean' },
        { name: '?column?', type: 'text' },
      ],
      rows: [
        ['1', '1.50', 'a', 't', null],
        ['2', null, 'b', 'f', null],
      ],
      truncated: false,
      cut: [],
    },
    { tag: 'UPDATE 0', columns: [], rows: [], truncated: false, cut: [] },
  ]);
  expect(await run('-- nothing')).toMatchObject({ status: 200, results: [], failure: null });
});

test('a failing script leaves nothing, and says where in the whole text it failed', async () => {
  const script =
    "create table left_behind ();\nselect 'é😀' as x;\n\nselect 'é😀', nothing;\nselect 1";
  const answer = await run(script);
  expect(answer.results.map(({ tag }) => tag)).toEqual(['CREATE TABLE', 'SELECT 1']);
  expect(answer.failure).toMatchObject({
    sqlState: '42703',
    message: 'column "nothing" does not exist',
    offset: script.indexOf('nothing'),
    statementOffset: script.lastIndexOf("select 'é"),
    cancelled: false,
  });
  expect(await exists('left_behind')).toBe(false);
});

test('errors without a position name their statement; syntax errors their place', async () => {
  const twice = await run('create table d (id int primary key); insert into d values (1), (1)');
  expect(twice.failure).toMatchObject({
    sqlState: '23505',
    offset: null,
    statementOffset: 37,
    constraint: 'd_pkey',
    detail: 'Key (id)=(1) already exists.',
  });
  const script = 'select 1;\nselec 2;\nselect 3';
  expect(await run(script)).toMatchObject({
    results: [],
    failure: { sqlState: '42601', offset: 10, message: 'syntax error at or near "selec"' },
  });
  expect((await run('select 1;\n\\d notes')).failure).toMatchObject({
    sqlState: '42601',
    offset: 10,
    message: expect.stringContaining('command of psql'),
  });
  expect(
    (
      await run(
        'create table deferred (id int unique deferrable initially deferred); insert into deferred values (1), (1)',
      )
    ).failure,
  ).toMatchObject({
    sqlState: '23505',
    statementOffset: null,
  });
});

test('scripts that manage their transactions, or cannot have one, run statement by statement', async () => {
  const own = await run(
    'begin; create table kept_1 (); commit; create table kept_2 (); select 1 / 0',
  );
  expect(own.failure?.sqlState).toBe('22012');
  expect([await exists('kept_1'), await exists('kept_2')]).toEqual([true, true]);
  const open = await run('begin; create table not_kept ()');
  expect(open).toMatchObject({
    failure: null,
    notices: [{ severity: 'WARNING', message: expect.stringContaining('rolled back') }],
  });
  expect(await exists('not_kept')).toBe(false);
  const index = await run(
    'vacuum notes; create index concurrently notes_t on notes (t); drop index concurrently notes_t',
  );
  expect(index.results.map(({ tag }) => tag)).toEqual(['VACUUM', 'CREATE INDEX', 'DROP INDEX']);
  const procedure = await run(
    'do $$ begin create table in_do (); commit; raise notice $n$done$n$; end $$',
  );
  expect(procedure).toMatchObject({
    failure: null,
    notices: [{ severity: 'NOTICE', message: 'done' }],
  });
});

test('a result is cut at its rows without computing the others', async () => {
  const answer = await run(
    "create sequence calls; select nextval('calls'), repeat('x', 70000) from generate_series(1, 1000) a, generate_series(1, 1000) b",
    { maxRows: 3 },
  );
  expect(answer.failure).toBeNull();
  expect(answer.results[1]).toMatchObject({
    tag: 'SELECT 3',
    truncated: true,
    cut: [
      [0, 1, 70_000],
      [1, 1, 70_000],
      [2, 1, 70_000],
    ],
  });
  expect(answer.results[1]?.rows[0]?.[1]).toHaveLength(65_536);
  expect(
    (await run('select n from generate_series(1, 3) n', { maxRows: 3 })).results[0],
  ).toMatchObject({ truncated: false, tag: 'SELECT 3' });
  expect((await run('select last_value from calls')).results[0]?.rows).toEqual([['4']]);
  const all = await run(
    'create table many (n int); insert into many select generate_series(1, 50) returning n',
    { maxRows: 5 },
  );
  expect(all.results[1]).toMatchObject({ tag: 'INSERT 0 50', truncated: true });
  expect((await run('select count(*) from many')).results[0]?.rows).toEqual([['50']]);
  expect((await run('select 1', { maxRows: 10_001 })).status).toBe(400);
});

test('the memory of a run is bounded', async () => {
  const answer = await run(
    "set statement_timeout = '10s'; select repeat('y', 60000) from generate_series(1, 400)",
    {
      maxRows: 10_000,
    },
  );
  expect(answer.results[1]?.truncated).toBe(true);
  expect(answer.results[1]?.rows.length).toBe(266);
});

test('a row too large for memory is an answer of its own', async () => {
  expect(await run("set statement_timeout = '20s'; select repeat('y', 200000000)")).toMatchObject({
    status: 413,
    code: 'value_too_large',
  });
});

test('policies are tried as a role with claims', async () => {
  const claims = { sub: '6f1c1f7e-9a4e-4a1b-8a44-7f3f1f6c9b11' };
  const asUser = await run('select t, auth.uid(), auth.role(), current_user from notes', {
    role: 'authenticated',
    claims,
  });
  expect(asUser.results[0]?.rows).toEqual([['mine', claims.sub, 'authenticated', 'authenticated']]);
  expect((await run('select t from notes', { role: 'authenticated' })).results[0]?.rows).toEqual(
    [],
  );
  expect(
    (await run('select count(*) from notes', { role: 'service_role' })).results[0]?.rows,
  ).toEqual([['2']]);
  expect((await run('create table x ()', { role: 'anon' })).failure?.sqlState).toBe('42501');
  expect(
    (await run('select count(*), auth.jwt() is null, current_user from notes')).results[0]?.rows,
  ).toEqual([['2', 't', 'postgres']]);
  expect((await run('select 1', { role: 'supabase_admin' as 'anon' })).status).toBe(400);
});

test('statements that take too long are stopped, unless the script allows more', async () => {
  expect((await run('select pg_sleep(5)')).failure).toMatchObject({
    sqlState: '57014',
    cancelled: true,
  });
  expect((await run("set statement_timeout = '3s'; select pg_sleep(1)")).failure).toBeNull();
});

/** How many backends are at work on a text. */
async function activeRuns(text: string): Promise<number> {
  const found = await studio.project.query(
    sql`select from pg_stat_activity where query like ${`%${text}%`} and state = 'active' and pid <> pg_backend_pid()`,
  );
  return found.length;
}

test('a run is cancelled by its member or an admin, not by others', async () => {
  const slow = (id: string) =>
    run("set statement_timeout = '20s'; select pg_sleep(15); select 1", { id });
  const cancel = (id: string, member: string) =>
    studio.call('POST', `/projects/default/sql/${id}/cancel`, undefined, member);
  const own = slow('own');
  const other = slow('other');
  await vi.waitFor(async () => expect(await activeRuns('pg_sleep(15)')).toBe(2), 10_000);
  expect((await run('select 1')).code).toBe('too_many_runs');
  expect((await cancel('own', viewer)).status).toBe(204);
  expect((await run('select 1', { id: 'own' })).code).toBe('run_exists');
  expect(await cancel('own', developer)).toEqual({ status: 204, body: null });
  expect(await own).toMatchObject({
    failure: { cancelled: true, sqlState: '57014', statementOffset: 31 },
  });
  expect((await cancel('other', admin)).status).toBe(204);
  expect((await other).failure?.cancelled).toBe(true);
  expect((await cancel('other', developer)).status).toBe(204);
});

test('a run whose client has gone is cancelled', async () => {
  const abort = new AbortController();
  const body = { id: 'gone', sql: 'set statement_timeout = 0; select pg_sleep(61)' };
  const running = studio.call('POST', '/projects/default/sql', body, developer, abort.signal);
  const failed = expect(running).rejects.toThrow();
  await vi.waitFor(async () => expect(await activeRuns('pg_sleep(61)')).toBe(1), 10_000);
  abort.abort();
  await failed;
  await vi.waitFor(async () => expect(await activeRuns('pg_sleep(61)')).toBe(0), 10_000);
});

test('a connection that the script itself ends is an answer, not a crash', async () => {
  const answer = await run('select pg_terminate_backend(pg_backend_pid())');
  expect(answer).toMatchObject({ status: 503, code: 'database_unavailable' });
  expect((await run('select 1')).failure).toBeNull();
  expect((await run('copy notes from stdin')).failure).toMatchObject({ sqlState: '42601' });
  expect((await run('select $1')).failure).toMatchObject({ sqlState: '08P01' });
});

test('untrusted extensions of the list are made here too', async () => {
  expect((await run('create extension moddatetime with schema extensions')).failure).toBeNull();
  expect((await run('create extension file_fdw')).failure?.sqlState).toBe('42501');
  expect((await run('create extension nothing_like_it')).failure?.sqlState).toBe('0A000');
});

test('a viewer queries what the service role sees, and gets no further', async () => {
  const asViewer = (script: string, more: Partial<SqlRun> = {}) => run(script, more, viewer);
  expect(
    (
      await asViewer(
        'select t from notes order by id; explain select 1; show server_version; values (1)',
      )
    ).results.map(({ tag }) => tag),
  ).toEqual(['SELECT 2', 'EXPLAIN', 'SHOW', 'SELECT 1']);
  for (const script of [
    'delete from notes',
    'commit',
    'set role postgres',
    'create table x ()',
    'do $$ begin end $$',
    'select 1 into x',
    'reset role',
  ]) {
    expect(await asViewer(script)).toMatchObject({ status: 403, code: 'role_required' });
  }
  const failed = async (script: string) => (await asViewer(script)).failure?.sqlState;
  expect(await failed('with gone as (delete from notes returning 1) select * from gone')).toBe(
    '25006',
  );
  expect(await failed('explain analyze delete from notes')).toBe('25006');
  expect(await failed("select set_config('transaction_read_only', 'off', true)")).toBe('25001');
  expect(await failed("select set_config('role', 'postgres', false)")).toBe('42501');
  expect(await failed('select encrypted_password from auth.users')).toBe('42501');
  expect(await failed('selec 1')).toBe('42601');
  expect((await run('select count(*) from notes')).results[0]?.rows).toEqual([['2']]);
  const claims = { sub: '6f1c1f7e-9a4e-4a1b-8a44-7f3f1f6c9b11' };
  expect(
    (await asViewer('select t from notes', { role: 'authenticated', claims })).results[0]?.rows,
  ).toEqual([['mine']]);
});

test('every run is in the audit log, without the passwords it sets', async () => {
  const [before] = await studio.control.query<{ id: string }>(
    sql`select coalesce(max(id), 0)::text as id from console.audit_log`,
  );
  await run(
    "select 'kept'; create role someone password 'pa''ss\\word' valid until '2030-01-01'; select 1/0",
  );
  await run('select 2', {}, viewer);
  const entries = await studio.control.query<{ details: { sql?: string } }>(
    sql`select action, target, member_id::text as member, details from console.audit_log where id > ${before?.id ?? '0'}::int8 order by id`,
  );
  expect(entries).toMatchObject([
    { action: 'sql.run', target: 'postgres', member: developer },
    { action: 'sql.run', details: { failed: '22012' } },
    { action: 'sql.run', target: 'service_role', member: viewer, details: { sql: 'select 2' } },
  ]);
  expect(entries[0]?.details.sql).toBe(
    "select 'kept'; create role someone password '[hidden]' valid until '2030-01-01'; select 1/0",
  );
  expect(await studio.project.query(sql`select from pg_roles where rolname = 'someone'`)).toEqual(
    [],
  );
});
