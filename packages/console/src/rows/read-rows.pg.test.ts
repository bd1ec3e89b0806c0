import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestRows, type TestRows } from '../../testkit/test-rows.ts';
import type { CellValue, RowFilter, SavedRow } from '../api/rows.ts';

let rows: TestRows;

beforeAll(async () => {
  rows = await createTestRows({ limits: { windowTimeout: 1_500, countTimeout: 500 } });
});

afterAll(() => rows.studio.close());

beforeEach(() => rows.clear());

test('values come in the text form of Postgres, whatever the database has set', async () => {
  await rows.studio.project.run(`
    create type mood as enum ('sad', 'fine');
    create table every (
      id bigint primary key, n numeric, f float8, b bool, t text, c char(5), j json, jb jsonb, a int[],
      at timestamptz, d date, i interval, y bytea, e mood, u uuid, ip inet, r int4range, "odd; ""name" text
    );
    insert into every values (
      9007199254740993, 1e40, 0.1, true, E'line\\n\\ttab', 'ab', '{"b":1,  "a":2}', '{"b":1,  "a":2}', '{1,null,3}',
      '2026-11-20 12:00:00.123456+02', '2026-11-20', '1 day 2 hours', '\\x00ff', 'fine',
      '6f1c1f7e-9a4e-4a1b-8a44-7f3f1f6c9b11', '10.0.0.1', '[1,5)', 'quoted');
    insert into every (id) values (1);
    alter role postgres in database "${rows.studio.project.name}" set datestyle = 'German';
    alter role postgres in database "${rows.studio.project.name}" set timezone = 'UTC';
  `);
  const { body } = await rows.query('every', {
    filters: [{ column: 't', operator: 'is_not_null', value: '' }],
  });
  expect(body.columns.at(-1)).toBe('odd; "name');
  expect(body.rows[0]).toEqual([
    '9007199254740993',
    `1${'0'.repeat(40)}`,
    '0.1',
    't',
    'line\n\ttab',
    'ab   ',
    '{"b":1,  "a":2}',
    '{"a": 2, "b": 1}',
    '{1,NULL,3}',
    expect.stringMatching(/^2026-11-20 \d\d:00:00\.123456\+\d\d$/),
    '2026-11-20',
    '1 day 02:00:00',
    '\\x00ff',
    'fine',
    '6f1c1f7e-9a4e-4a1b-8a44-7f3f1f6c9b11',
    '10.0.0.1',
    '[1,5)',
    'quoted',
  ]);
  expect(body.keys).toEqual([{ id: '9007199254740993' }]);
  expect(body.total).toEqual({ value: 1, exact: true });
  const all = await rows.query('every');
  expect(all.body.rows[0]?.slice(1)).toEqual(Array(17).fill(null));
});

test('long cells are cut and told of, and one call gives the whole value', async () => {
  await rows.studio.project.run(`
    create table long (id int primary key, t text, j jsonb, y bytea);
    insert into long values
      (1, repeat('é😀', 1000), to_jsonb(array(select generate_series(1, 1000))), decode(repeat('00', 600), 'hex')),
      (2, repeat('x', 1024), '{}', '');`);
  const { body } = await rows.query('long');
  expect(body.rows[0]?.[1]).toBe('é😀'.repeat(512));
  expect([...(body.rows[0]?.[2] ?? '')].length).toBe(1024);
  expect(body.truncated).toEqual([
    [0, 1, 2000],
    [0, 2, 4893],
    [0, 3, 1202],
  ]);
  const cell = await rows.call<CellValue>('POST', 'long', '/cell', {
    key: { id: '1' },
    column: 't',
  });
  expect(cell).toEqual({ status: 200, body: { value: 'é😀'.repeat(1000) } });
  expect(await rows.call('POST', 'long', '/cell', { key: { id: '3' }, column: 't' })).toMatchObject(
    {
      status: 404,
      body: { code: 'row_not_found' },
    },
  );
});

test('sorting by a long column passes its whole value on', async () => {
  await rows.studio.project.run(`create table long (id int primary key, t text);
    insert into long select n, repeat('x', 2000) || n % 3 from generate_series(1, 9) n`);
  const sort = [{ column: 't', descending: true }];
  const first = await rows.query('long', { sort, limit: 4 });
  expect(first.body.anchors[3]?.[0]).toHaveLength(2001);
  const second = await rows.query('long', { sort, limit: 9, after: first.body.anchors[3] ?? [] });
  expect(second.body.rows.length).toBe(5);
  expect(second.body.total).toBeNull();
  await rows.studio.project.run("insert into long values (99, repeat('y', 65537))");
  expect(await rows.query('long', { sort })).toMatchObject({
    status: 400,
    body: { code: 'column_not_sortable' },
  });
});

test.each<[RowFilter['operator'], string, string, string[]]>([
  ['eq', 'n', '2', ['2']],
  ['neq', 'n', '2', ['1', '3']],
  ['gt', 'n', '1.5', ['2', '3']],
  ['gte', 'at', '2026-01-02', ['2', '3']],
  ['lt', 't', 'b', ['1']],
  ['lte', 'n', '2', ['1', '2']],
  ['like', 't', '%, %', ['2']],
  ['ilike', 't', 'C%', ['3']],
  ['ilike', 'n', '%3%', ['3']],
  ['in', 'n', '1, 3', ['1', '3']],
  ['in', 't', 'a,"b, b"', ['1', '2']],
  ['in', 't', '', []],
  ['is_null', 'j', 'ignored', ['3', '4']],
  ['is_not_null', 'j', '', ['1', '2']],
  ['eq', 'j', '{"a":1}', ['1']],
  ['eq', 'e', 'fine', ['2']],
  ['gt', 'e', 'sad', ['2']],
  ['eq', 'a', '{1,2}', ['1']],
])('filter %s on %s with %j', async (operator, column, value, ids) => {
  await rows.studio.project.run(`
    create type mood as enum ('sad', 'fine');
    create table f (id int primary key, n numeric, t text, at timestamptz, j json, e mood, a int[]);
    insert into f values
      (1, 1, 'a', '2026-01-01', '{"a":1}', 'sad', '{1,2}'), (2, 2.00, 'b, b', '2026-01-02', '{"a": 1}', 'fine', null),
      (3, 3, 'Cc', '2026-01-03', null, null, '{}'), (4, null, null, null, null, null, null);`);
  const { body } = await rows.query('f', { filters: [{ column, operator, value }] });
  expect(body.rows.map(([id]) => id)).toEqual(ids);
});

test('values that are none, and columns that are not there, are the caller’s mistake', async () => {
  await rows.studio.project.run('create table f (id int primary key, j json)');
  const filter = (column: string, value: string) =>
    rows.query('f', { filters: [{ column, operator: 'eq', value }] });
  expect(await filter('id', "1' or true --")).toMatchObject({
    status: 400,
    body: { code: 'database_error', database: { sqlState: '22P02' } },
  });
  expect(await filter('nope', '1')).toMatchObject({
    status: 400,
    body: { code: 'column_not_found' },
  });
  expect(await rows.query('f', { sort: [{ column: 'j', descending: false }] })).toMatchObject({
    status: 400,
    body: { code: 'column_not_sortable' },
  });
  expect(await rows.query('f', { after: ['1', '2'] })).toMatchObject({
    status: 400,
    body: { code: 'invalid_anchor' },
  });
  expect(await rows.query('f', { after: ['x'] })).toMatchObject({ status: 400 });
  expect(await rows.query('f', { limit: 501 })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
  expect(await rows.query(1, {})).toMatchObject({ status: 404, body: { code: 'table_not_found' } });
});

test('views are read by number, and cannot be changed', async () => {
  await rows.studio.project.run(`create table t (id int primary key); insert into t select generate_series(1, 30);
    create view v as select id, id * 2 as twice from t`);
  const sort = [{ column: 'id', descending: true }];
  const first = await rows.query('v', { sort, limit: 10 });
  expect(first.body.keys).toBeNull();
  expect(first.body.rows[0]).toEqual(['30', '60']);
  const second = await rows.query('v', {
    sort,
    limit: 10,
    after: first.body.anchors[4] ?? [],
    offset: 2,
  });
  expect(second.body.rows[0]).toEqual(['23', '46']);
  const third = await rows.query('v', { sort, limit: 10, after: second.body.anchors[9] ?? [] });
  expect(third.body.rows[0]).toEqual(['13', '26']);
  expect(await rows.call('POST', 'v', '', { values: {} })).toMatchObject({
    status: 400,
    body: { code: 'no_row_key' },
  });
});

test('a table of 300 columns with odd names is read, changed and cut to a bounded answer', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `c "${index}" $1 é`);
  const quoted = names.map((name) => `"${name.replaceAll('"', '""')}" text`);
  await rows.studio.project.run(
    `create table "Wide; table" (id int primary key, ${quoted.join(', ')})`,
  );
  await rows.studio.project.run(
    `insert into "Wide; table" select n ${', repeat(n::text, 1024)'.repeat(300)} from generate_series(1, 60) n`,
  );
  const page = await rows.query('Wide; table', { limit: 60 });
  expect(page).toMatchObject({ status: 200 });
  expect(page.body.columns).toEqual(['id', ...names]);
  expect(JSON.stringify(page.body.rows).length).toBeLessThan(20_000_000);
  expect(page.body.truncated.length).toBe(18_000);
  const saved = await rows.call<SavedRow>('PATCH', 'Wide; table', '', {
    key: { id: '1' },
    values: Object.fromEntries(names.map((name) => [name, `new ${name}`])),
  });
  expect(saved.body.row.slice(1)).toEqual(names.map((name) => `new ${name}`));
});

test('the total is exact while counting is cheap, then the planner’s', async () => {
  await rows.studio.project.run(`create table many (id int primary key, even bool);
    insert into many select n, n % 2 = 0 from generate_series(1, 60000) n; analyze many`);
  expect((await rows.query('many', { limit: 10 })).body.total).toMatchObject({ exact: false });
  const filters: RowFilter[] = [{ column: 'even', operator: 'eq', value: 'true' }];
  expect((await rows.query('many', { limit: 10, filters })).body.total).toEqual({
    value: 30_000,
    exact: true,
  });
  expect((await rows.query('many', { limit: 10, offset: 10 })).body.total).toBeNull();
  expect(await rows.call('POST', 'many', '/count', { filters: [] })).toEqual({
    status: 200,
    body: { value: 60_000 },
  });
});

test('what takes too long is stopped with a clear error', async () => {
  await rows.studio.project.run(
    'create view slow as select n, pg_sleep(0.05)::text as slept from generate_series(1, 1000) n',
  );
  expect(await rows.query('slow')).toMatchObject({
    status: 422,
    body: { code: 'query_timeout', hint: expect.stringContaining('index') },
  });
  expect(
    await rows.call('POST', 'slow', '/count', {
      filters: [{ column: 'slept', operator: 'is_null', value: '' }],
    }),
  ).toMatchObject({
    status: 422,
    body: { code: 'query_timeout' },
  });
});

test('a count whose client has gone is cancelled in Postgres', async () => {
  await rows.studio.project.run(
    'create view endless as select pg_sleep(0.02)::text as s from generate_series(1, 100000) n',
  );
  const id = await rows.idOf('endless');
  const abort = new AbortController();
  const counting = rows.studio.call(
    'POST',
    `/projects/default/tables/${id}/rows/count`,
    { filters: [{ column: 's', operator: 'is_null', value: '' }] },
    rows.developer,
    abort.signal,
  );
  const failed = expect(counting).rejects.toThrow();
  const atWork = () =>
    rows.studio.project.query(
      sql`select from pg_stat_activity where datname = current_database() and state = 'active' and query like '%endless%' and pid <> pg_backend_pid()`,
    );
  await vi.waitFor(async () => expect(await atWork()).toHaveLength(1), 10_000);
  abort.abort();
  await failed;
  await vi.waitFor(async () => expect(await atWork()).toEqual([]), 10_000);
});

test('a viewer reads what the service role may, and changes nothing', async () => {
  await rows.studio.project.run(
    "create table seen (id int primary key, t text); insert into seen values (1, 'a'); alter table seen enable row level security",
  );
  expect((await rows.query('seen', {}, rows.viewer)).body.rows).toEqual([['1', 'a']]);
  for (const [method, body] of [
    ['POST', { values: {} }],
    ['PATCH', { key: { id: '1' }, values: { t: 'b' } }],
    ['DELETE', { keys: [{ id: '1' }] }],
  ] as const) {
    expect(await rows.call(method, 'seen', '', body, rows.viewer)).toMatchObject({
      status: 403,
      body: { code: 'role_required' },
    });
  }
  const users = await rows.idOf('users', 'auth');
  expect(await rows.query(users, {}, rows.viewer)).toMatchObject({
    status: 403,
    body: { code: 'database_error', database: { sqlState: '42501' } },
  });
  expect((await rows.query(users, {}, rows.developer)).status).toBe(200);
});
