import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestRows, type TestRows } from '../../testkit/test-rows.ts';
import type { ConsoleError } from '../api/members.ts';
import type { SavedRow } from '../api/rows.ts';
import type { TableDetails } from '../api/tables.ts';

let rows: TestRows;

beforeAll(async () => {
  rows = await createTestRows();
});

afterAll(() => rows.studio.close());

beforeEach(() => rows.clear());

test('rows without a primary key are named by their place', async () => {
  await rows.studio.project.run(
    "create table loose (t text); insert into loose values ('a'), ('b')",
  );
  const { body } = await rows.query('loose');
  expect(body.keys).toEqual([{ ctid: '(0,1)' }, { ctid: '(0,2)' }]);
  const named = await rows.query('loose', {
    filters: [{ column: 'ctid', operator: 'eq', value: '(0,2)' }],
  });
  expect(named.body.rows).toEqual([['b']]);
  const saved = await rows.call<SavedRow>('PATCH', 'loose', '', {
    key: { ctid: '(0,2)' },
    values: { t: 'c' },
  });
  expect(saved.body).toMatchObject({ row: ['c'], key: { ctid: '(0,3)' }, anchor: ['(0,3)'] });
  expect(
    await rows.call('PATCH', 'loose', '', { key: { ctid: '(0,2)' }, values: { t: 'd' } }),
  ).toMatchObject({
    status: 404,
  });
});

test('a row goes in with defaults, exactly as its text says, and comes back as stored', async () => {
  await rows.studio.project.run(`
    create table i (
      id int generated always as identity primary key, n numeric(20,10), big bigint, at timestamptz default '2026-01-01Z',
      j json, a text[], y bytea, v varchar(3), twice numeric generated always as (n * 2) stored
    );`);
  const values = {
    n: '12345678.1234567890',
    big: '9223372036854775807',
    j: '{"b":1,  "a":2}',
    a: '{"a,b",NULL}',
    y: '\\xdeadbeef',
    v: null,
  };
  const saved = await rows.call<SavedRow>('POST', 'i', '', {
    values,
    sort: [{ column: 'n', descending: true }],
  });
  expect(saved).toMatchObject({
    status: 201,
    body: {
      row: [
        '1',
        '12345678.1234567890',
        '9223372036854775807',
        expect.stringContaining('2026-01-01'),
        '{"b":1,  "a":2}',
        '{"a,b",NULL}',
        '\\xdeadbeef',
        null,
        '24691356.2469135780',
      ],
      truncated: [],
      key: { id: '1' },
      anchor: ['12345678.1234567890', '1'],
    },
  });
  expect((await rows.call<SavedRow>('POST', 'i', '', { values: {} })).body.key).toEqual({
    id: '2',
  });
  const failure = async (change: object) =>
    (await rows.call<ConsoleError>('POST', 'i', '', { values: change })).body.database;
  expect(await failure({ v: 'four' })).toMatchObject({ sqlState: '22001' });
  expect(await failure({ id: '7' })).toMatchObject({ sqlState: '428C9' });
  expect(await failure({ twice: '7' })).toMatchObject({ sqlState: '428C9' });
  expect(await failure({ big: '1e3' })).toMatchObject({ sqlState: '22P02' });
});

test('an update changes what it says, and only if the row is as expected', async () => {
  await rows.studio.project.run(`
    create table u (id int, "k; 2" uuid default '6f1c1f7e-9a4e-4a1b-8a44-7f3f1f6c9b11', t text, j json, b jsonb, primary key (id, "k; 2"));
    insert into u values (1, default, 'old', '{"a":1}', '{"a":1}');`);
  const key = { id: '1', 'k; 2': '6f1c1f7e-9a4e-4a1b-8a44-7f3f1f6c9b11' };
  const update = (body: object) => rows.call<SavedRow & ConsoleError>('PATCH', 'u', '', body);
  const expected = { t: 'old', j: '{"a":1}', b: '{"a": 1}' };
  const saved = await update({ key, values: { t: 'new', j: null }, expected });
  expect(saved).toMatchObject({
    status: 200,
    body: { row: ['1', key['k; 2'], 'new', null, '{"a": 1}'] },
  });
  expect(await update({ key, values: { t: 'x' }, expected })).toMatchObject({
    status: 409,
    body: { code: 'row_changed' },
  });
  expect(await update({ key, values: { t: 'y' }, expected: { j: null } })).toMatchObject({
    status: 200,
  });
  expect((await update({ key, values: { id: '5' } })).body.key).toEqual({ ...key, id: '5' });
  expect(await update({ key, values: { t: 'z' } })).toMatchObject({ status: 404 });
  for (const bad of [{ id: '1' }, { ...key, extra: '1' }, { id: '1', k2: 'x' }]) {
    expect(await update({ key: bad, values: { t: 'z' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_key' },
    });
  }
  expect(await update({ key, values: {} })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
});

test('constraints answer with a 4xx that tells what Postgres said', async () => {
  await rows.studio.project.run(`
    create table p (id int primary key, t text not null unique check (t <> 'bad'));
    create table c (id int primary key, p int references p);
    insert into p values (1, 'a'), (2, 'b'); insert into c values (1, 1);`);
  const failed = async (method: string, table: string, body: object) => {
    const answer = await rows.call<ConsoleError>(method, table, '', body);
    return [
      answer.status,
      answer.body.code,
      answer.body.database?.sqlState,
      answer.body.database?.constraint,
    ];
  };
  expect(await failed('POST', 'p', { values: { id: '3' } })).toEqual([
    400,
    'database_error',
    '23502',
    null,
  ]);
  expect(await failed('POST', 'p', { values: { id: '1', t: 'c' } })).toEqual([
    409,
    'database_error',
    '23505',
    'p_pkey',
  ]);
  expect(await failed('POST', 'p', { values: { id: '3', t: 'bad' } })).toEqual([
    400,
    'database_error',
    '23514',
    'p_t_check',
  ]);
  expect(await failed('PATCH', 'c', { key: { id: '1' }, values: { p: '9' } })).toEqual([
    409,
    'database_error',
    '23503',
    'c_p_fkey',
  ]);
  expect(await failed('DELETE', 'p', { keys: [{ id: '1' }, { id: '2' }] })).toEqual([
    409,
    'database_error',
    '23503',
    'c_p_fkey',
  ]);
  expect((await rows.query('p')).body.rows.length).toBe(2);
});

test('rows are deleted by simple, composite and missing keys', async () => {
  await rows.studio.project.run(`
    create table one (id int primary key); insert into one select generate_series(1, 1500);
    create table two (a text, b timestamptz, primary key (a, b)); insert into two values ('x', '2026-01-01Z'), ('y', '2026-01-01Z');`);
  const keys = Array.from({ length: 1000 }, (_, index) => ({ id: String(index + 1) }));
  expect(await rows.call('DELETE', 'one', '', { keys })).toEqual({
    status: 200,
    body: { deleted: 1000 },
  });
  expect(await rows.call('DELETE', 'one', '', { keys })).toEqual({
    status: 200,
    body: { deleted: 0 },
  });
  expect(
    await rows.call('DELETE', 'two', '', {
      keys: [
        { a: 'x', b: '2026-01-01 00:00:00+00' },
        { a: 'z', b: '2026-01-01Z' },
      ],
    }),
  ).toEqual({ status: 200, body: { deleted: 1 } });
  expect((await rows.call('DELETE', 'one', '', { keys: [...keys, { id: '1' }] })).status).toBe(400);
});

test('tables of the platform are read only, also for those who may write', async () => {
  const users = await rows.idOf('users', 'auth');
  expect(await rows.call('DELETE', users, '', { keys: [{ id: '1' }] })).toMatchObject({
    status: 403,
    body: { code: 'system_schema' },
  });
  const { body } = await rows.studio.call<TableDetails>(
    'GET',
    `/projects/default/tables/${users}`,
    undefined,
    rows.developer,
  );
  expect(body.editable).toBe(false);
});

test('changes are written down before they happen, without the values', async () => {
  await rows.studio.project.run('create table secret (id int primary key, password text)');
  const before = await rows.studio.control.query(sql`select from console.audit_log`);
  await rows.call('POST', 'secret', '', { values: { id: '1', password: 'hunter2' } });
  await rows.call('POST', 'secret', '', { values: { id: '1', password: 'hunter2' } });
  await rows.call('DELETE', 'secret', '', { keys: [{ id: '1' }] });
  const entries = await rows.studio.control.query<{ action: string }>(
    sql`select action, target, project_ref, member_id::text as member, details, request_id, address
        from console.audit_log order by id offset ${before.length}`,
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'rows.insert',
    'rows.insert',
    'rows.insert',
    'rows.delete',
  ]);
  expect(entries[0]).toMatchObject({
    target: 'public.secret',
    project_ref: 'default',
    member: rows.developer,
    details: { columns: ['id', 'password'] },
    request_id: expect.any(String),
    address: '127.0.0.1',
  });
  expect(entries[2]).toMatchObject({ details: { failed: 'database_error' } });
  expect(JSON.stringify(entries)).not.toContain('hunter2');
});
