import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestFeed } from '../../../testkit/test-feed.ts';

let database: TestDatabase;
let feed: TestFeed;

/** Types and texts; what is expected is what to_jsonb says. */
const samples: readonly (readonly [type: string, ...values: string[]])[] = [
  ['boolean', 'true', 'false'],
  ['smallint', '-5'],
  ['bigint', '9007199254740993'],
  ['numeric', '1.50', 'NaN', '-0.001', '1e30'],
  ['real', '1.5', '1e-20', 'Infinity'],
  ['double precision', '0.1', '1e300', 'NaN'],
  ['text', 'a "quoted" \\ line\nbreak ☃', ''],
  ['varchar(5)', 'abc'],
  ['char(5)', 'ab'],
  ['bit(3)', '101'],
  ['bit varying', '10'],
  ['"char"', 'x'],
  ['name', 'n'],
  ['uuid', '11111111-1111-4111-8111-111111111111'],
  ['date', '2026-02-03', 'infinity', '0044-03-15 BC', '12026-01-01'],
  ['time', '12:34:56.789'],
  ['timetz', '12:34:56+02'],
  [
    'timestamp',
    '2026-02-03 04:05:06',
    '2026-02-03 04:05:06.123456',
    '-infinity',
    '0044-03-15 01:02:03 BC',
  ],
  ['timestamptz', '2026-02-03 04:05:06+02', '2026-02-03 04:05:06.1+00'],
  ['interval', '1 day 02:00'],
  ['json', '{"a": [1, 2.50, null], "b": "\\u00e9"}'],
  ['jsonb', '{"z": 1, "a": {"k": "v"}}', 'null', '"text"'],
  ['int[]', '{1,NULL,3}', '{{1,2},{3,4}}', '[0:1]={5,6}', '{}'],
  ['text[]', '{"a b",NULL,"NULL","q\\"x\\\\y","{}",""}'],
  ['uuid[]', '{11111111-1111-4111-8111-111111111111}'],
  ['timestamptz[]', '{"2026-02-03 04:05:06+00"}'],
  ['jsonb[]', '{"{\\"a\\": 1}"}'],
  ['numeric(6,2)[]', '{1.5,NaN}'],
  ['mood', 'glad'],
  ['mood[]', '{glad,sad}'],
  ['pair', '(1,"b c")'],
  ['pair[]', '{"(1,x)"}'],
  ['positive', '3'],
  ['document', '{"d": 1}'],
  ['int4range', '[1,5)'],
  ['inet', '10.0.0.1/8'],
  ['money', '12.50'],
  ['point', '(1,2)'],
  ['tsvector', 'a:1 b:2'],
  ['oid', '26'],
  ['int2vector', '1 2'],
  ['xml', '<a/>'],
];

beforeAll(async () => {
  database = await createTestDatabase();
  const columns = samples.map(([type], at) => `c${at} ${type}`);
  await database.run(`
    create type mood as enum ('sad', 'glad');
    create type pair as (a int, b text);
    create domain positive as int check (value > 0);
    create domain document as jsonb;
    create table everything (id int primary key, ${columns.join(', ')}, raw bytea);
    create table keyless (n int);
    create table computed (id int primary key, a int, twice int generated always as (a * 2) stored);
    create table large (id int primary key, short text, long text, nothing text);
    create table partly (id int primary key, seen text, unseen text);
    create table secret (id int primary key, body text);
    create table toasted (id int primary key, n int, long text);
    create table toasted_full (id int primary key, n int, long text);
    alter table toasted alter column long set storage external;
    alter table toasted_full alter column long set storage external;
    alter table toasted_full replica identity full;
    revoke all on partly, secret from anon;
    grant select (id, seen) on partly to anon;
    alter publication supabase_realtime add table everything, keyless, computed, large, partly, secret, toasted, toasted_full;
  `);
  feed = await TestFeed.start(database);
});
afterAll(async () => {
  await feed?.close();
  await database?.close();
});

const subscribe = (table: string, select?: readonly string[]) =>
  feed.subscribe({ role: 'anon' }, [
    { event: '*', schema: 'public', table, ...(select !== undefined && { select }) },
  ]);

test('values are the JSON that Postgres makes of them', async () => {
  const all = await subscribe('everything');
  const most = Math.max(...samples.map((sample) => sample.length - 1));
  for (let number = 0; number < most; number += 1) {
    const names = samples.flatMap((sample, at) =>
      sample[number + 1] === undefined ? [] : [`c${at}`],
    );
    const values = samples.flatMap(([type, ...texts]) => {
      const text = texts[number];
      return text === undefined ? [] : [`'${text.replaceAll("'", "''")}'::${type}`];
    });
    await database.run(
      `insert into everything (id, ${names.join(', ')}) values (${number}, ${values.join(', ')})`,
    );
  }
  await feed.settled();
  const rows = await database.query<{ row: string }>(
    sql`select (to_jsonb(e) - 'raw')::text as row from everything e order by id`,
  );
  expect(all.events).toHaveLength(rows.length);
  for (const [at, { row }] of rows.entries()) {
    const { raw: _raw, ...record } = all.events[at]?.data.record ?? {};
    const expected: Record<string, unknown> = JSON.parse(row);
    // int2vector is a list to to_jsonb as well.
    expect(record).toEqual(expected);
    // Keys come in the order of jsonb.
    expect(Object.keys(record)).toEqual(Object.keys(expected));
  }
  const types = await database.query<{ name: string; type: string }>(sql`
    select attname as name, typname as type from pg_attribute join pg_type t on t.oid = atttypid
    where attrelid = 'everything'::regclass and attnum > 0 order by attnum`);
  expect(all.events[0]?.data.columns).toEqual(types);
});

test('bytes are their hexadecimal digits', async () => {
  const all = await subscribe('everything', ['raw']);
  await database.run(`insert into everything (id, raw) values (900, '\\xDEADbeef')`);
  await feed.settled();
  expect(all.events[0]?.data.record).toEqual({ id: 900, raw: 'deadbeef' });
  expect(all.events[0]?.data.columns).toEqual([
    { name: 'id', type: 'int4' },
    { name: 'raw', type: 'bytea' },
  ]);
});

test('a commit timestamp has milliseconds and Z', async () => {
  const all = await subscribe('computed');
  await database.run('insert into computed values (1, 4); update computed set a = 5');
  await feed.settled();
  expect(all.events[0]?.data.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(all.events.map(({ data }) => data.record)).toEqual([
    { id: 1, a: 4, twice: 8 },
    { id: 1, a: 5, twice: 10 },
  ]);
  expect(all.events[1]?.data.old_record).toEqual({ id: 1 });
});

test('a table without primary key, one that may not be read, and a row that is too large have their errors', async () => {
  const keyless = await subscribe('keyless');
  const secret = await subscribe('secret');
  const large = await subscribe('large');
  const partly = await subscribe('partly');
  await database.run(`
    insert into keyless values (1);
    insert into secret values (1, 'x');
    update secret set body = 'y';
    insert into large values (1, 'short', repeat('x', 2000000), null);
    insert into partly values (1, 'a', 'b');
  `);
  await feed.settled();
  const refused = { columns: [], commit_timestamp: null, record: {}, schema: 'public' };
  expect(keyless.events.map(({ data }) => data)).toEqual([
    {
      ...refused,
      table: 'keyless',
      type: 'INSERT',
      errors: ['Error 400: Bad Request, no primary key'],
    },
  ]);
  expect(secret.events.map(({ data }) => data)).toEqual([
    { ...refused, table: 'secret', type: 'INSERT', errors: ['Error 401: Unauthorized'] },
    {
      ...refused,
      old_record: {},
      table: 'secret',
      type: 'UPDATE',
      errors: ['Error 401: Unauthorized'],
    },
  ]);
  expect(large.events[0]?.data).toMatchObject({ errors: ['Error 413: Payload Too Large'] });
  expect(large.events[0]?.data.record).toEqual({ id: 1, short: 'short' });
  expect(partly.events[0]?.data.record).toEqual({ id: 1, seen: 'a' });
  expect(partly.events[0]?.data.columns.map(({ name }) => name)).toEqual(['id', 'seen']);
});

test('a large value that did not change is absent, or comes from the full old row', async () => {
  const plain = await subscribe('toasted');
  const full = await subscribe('toasted_full');
  await database.run(`
    insert into toasted values (1, 1, repeat('x', 10000));
    insert into toasted_full values (1, 1, repeat('x', 10000));
    update toasted set n = 2;
    update toasted_full set n = 2;
  `);
  await feed.settled();
  expect(plain.events[1]?.data.record).toEqual({ id: 1, n: 2 });
  expect(full.events[1]?.data.record).toEqual({ id: 1, n: 2, long: 'x'.repeat(10_000) });
  expect(full.events[1]?.data.old_record).toEqual({ id: 1, n: 1, long: 'x'.repeat(10_000) });
});
