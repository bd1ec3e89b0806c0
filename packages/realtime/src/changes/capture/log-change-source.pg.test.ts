import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  lineOf,
  pastOf,
  type Recorder,
  settled,
  testSource,
} from '../../../testkit/test-capture.ts';
import type { LogChangeSource } from './log-change-source.ts';

let database: TestDatabase;
let source: LogChangeSource;
let recorder: Recorder;

beforeEach(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table notes (id int primary key, body text);
    alter publication supabase_realtime add table notes;
  `);
  ({ source, recorder } = testSource(database.as()));
});

afterEach(async () => {
  await source.close();
  await database.close();
});

const lines = async (): Promise<string[]> => {
  await settled(source);
  return recorder.entries.map(lineOf);
};

test('inserts, updates, deletes arrive in commit order with their positions', async () => {
  await database.run(`insert into notes values (0, 'before')`);
  await source.open();
  const before = await source.now();
  await database.run(`insert into notes values (1, 'a'), (2, null)`);
  await database.run(`update notes set body = 'b' where id = 1`);
  await database.run(`update notes set id = 3 where id = 2`);
  await database.run(`delete from notes where id = 1; truncate notes`);
  expect(await lines()).toEqual([
    'insert notes 1,a',
    'insert notes 2,NULL',
    'update notes 1,b',
    'update notes 3,NULL was 2,-',
    'delete notes was 1,-',
  ]);
  const [first, second] = recorder.batches;
  expect(first?.from.lsn).toBeGreaterThanOrEqual(before);
  expect(first?.from.index).toBe(0);
  expect(first?.isLast).toBe(true);
  expect(second?.from.lsn).toBeGreaterThan(first?.from.lsn ?? 0n);
  expect(Math.abs((first?.committedAt ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('messages stand in order with rows; what is rolled back does not come', async () => {
  await source.open();
  await database.run(`
    begin;
    insert into notes values (1, 'a');
    select pg_logical_emit_message(true, 'mine', 'first');
    savepoint s;
    insert into notes values (2, 'gone');
    select pg_logical_emit_message(true, 'mine', 'gone');
    rollback to s;
    insert into notes values (3, 'c');
    select pg_logical_emit_message(false, 'mine', 'outside');
    commit;
    begin; insert into notes values (4, 'gone'); rollback;
  `);
  expect(await lines()).toEqual(['insert notes 1,a', 'message mine first', 'insert notes 3,c']);
  expect(recorder.batches).toHaveLength(1);
});

test('DDL in mid-stream: each row has the columns of its time', async () => {
  await source.open();
  await database.run(`
    insert into notes values (1, 'a');
    alter table notes add column stars int default 5;
    insert into notes values (2, 'b', 4);
    alter table notes rename column body to text;
    insert into notes values (3, 'c', 3);
    alter table notes alter column stars type text using stars || '*';
    insert into notes values (4, 'd', 'four');
    alter table notes drop column text;
    alter table notes rename to remarks;
    insert into remarks values (5, 'five');
  `);
  expect(await lines()).toEqual([
    'insert notes 1,a',
    'insert notes 2,b,4',
    'insert notes 3,c,3',
    'insert notes 4,d,four',
    'insert remarks 5,five',
  ]);
  const shapes = recorder.entries.map((entry) =>
    entry.kind === 'message'
      ? ''
      : entry.table.columns.map(({ name, typeOid }) => `${name}:${typeOid}`).join(),
  );
  expect(shapes).toEqual([
    'id:23,body:25',
    'id:23,body:25,stars:23',
    'id:23,text:25,stars:23',
    'id:23,text:25,stars:25',
    'id:23,stars:25',
  ]);
});

test('a large value that an update did not touch is not logged, unless the whole row identifies', async () => {
  await database.run(`
    create table files (id int primary key, name text, content text);
    alter table files alter content set storage external;
    alter publication supabase_realtime add table files;
  `);
  await source.open();
  const content = 'x'.repeat(10_000);
  await database.query(sql`insert into files values (1, 'a', ${content})`);
  await database.run(`update files set name = 'b'`);
  await database.run(`alter table files replica identity full; update files set name = 'c'`);
  const short = (line: string): string => line.replace(content, 'long');
  expect((await lines()).map(short)).toEqual([
    'insert files 1,a,long',
    'update files 1,b,-',
    'update files 1,c,- was 1,b,long',
  ]);
});

test('replica identities: key, whole row, index, nothing', async () => {
  await database.run(`
    create table wholes (id int, body text);
    alter table wholes replica identity full;
    create table indexed (id int primary key, code text not null unique, body text);
    alter table indexed replica identity using index indexed_code_key;
    create table loose (id int, body text);
    create publication only_inserts for table loose with (publish = 'insert');
    alter publication supabase_realtime add table wholes, indexed;
  `);
  await source.close();
  ({ source, recorder } = testSource(database.as(), {
    publications: ['supabase_realtime', 'only_inserts'],
  }));
  await source.open();
  await database.run(`
    insert into wholes values (1, 'a'); update wholes set body = 'b'; delete from wholes;
    insert into indexed values (1, 'x', 'a'); update indexed set code = 'y'; update indexed set body = 'b';
    delete from indexed;
    insert into loose values (1, 'a'); update loose set body = 'b'; delete from loose;
  `);
  expect(await lines()).toEqual([
    'insert wholes 1,a',
    'update wholes 1,b was 1,a',
    'delete wholes was 1,b',
    'insert indexed 1,x,a',
    'update indexed 1,y,a was -,x,-',
    'update indexed 1,y,b',
    'delete indexed was -,y,-',
    'insert loose 1,a',
  ]);
  const identities = recorder.entries.map(
    (entry) => entry.kind !== 'message' && entry.table.identity,
  );
  expect(new Set(identities)).toEqual(new Set(['full', 'index', 'default']));
});

test('values have the same text whatever database and role are set to', async () => {
  await database.run(`
    create table values_of (id int primary key, day date, span interval, bytes bytea, number float8);
    alter publication supabase_realtime add table values_of;
    alter database ${database.name} set datestyle = 'German';
    alter database ${database.name} set intervalstyle = 'sql_standard';
    alter database ${database.name} set bytea_output = 'escape';
    alter database ${database.name} set extra_float_digits = -10;
  `);
  await source.open();
  await database.run(
    String.raw`insert into values_of values (1, '2026-11-22', '1 day 02:03', '\xdeadbeef', 0.1::float8 + 0.2)`,
  );
  expect(await lines()).toEqual([
    String.raw`insert values_of 1,2026-11-22,1 day 02:03:00,\xdeadbeef,0.30000000000000004`,
  ]);
});

test('a huge transaction comes in batches, and never more of it than the sink can take', async () => {
  await database.run('create table large (id int primary key, body text)');
  await database.run('alter publication supabase_realtime add table large');
  await source.open();
  let next = 0;
  recorder.onTake = async ({ entries, from }) => {
    recorder.batches.length = 0;
    expect(from.index).toBe(next);
    next += entries.length;
    if (next % 10_000 < entries.length) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  await database.run(
    `insert into large select n, repeat('x', 200) from generate_series(1, 200000) as n`,
  );
  await settled(source);
  expect(next).toBe(200_000);
  expect(recorder.losses).toEqual([]);
}, 120_000);

test('of a change beyond 8 MB the long values are left out, and the stream goes on', async () => {
  await source.open();
  await database.run(`insert into notes values (1, repeat('x', 9000000))`);
  await database.run(`select pg_logical_emit_message(true, 'mine', repeat('x', 9000000))`);
  await database.run(`insert into notes values (2, repeat('x', 7000000))`);
  await settled(source);
  expect(recorder.entries).toMatchObject([
    { kind: 'insert', row: ['1', undefined], isCut: true },
    { kind: 'insert', row: ['2', 'x'.repeat(7_000_000)] },
  ]);
});

test('the past: behind any position, until what the sink was given', async () => {
  await source.open();
  const start = { lsn: await source.now(), index: -1 };
  await database.run(`insert into notes select n, 'a' from generate_series(1, 3) as n`);
  await database.run(`insert into notes values (4, 'b')`);
  await settled(source);
  const past = await pastOf(source, start);
  expect(past).toEqual(recorder.batches);
  const [first] = recorder.batches;
  const middle = await pastOf(source, { lsn: first?.from.lsn ?? 0n, index: 1 });
  expect(middle.flatMap(({ entries }) => entries).map(lineOf)).toEqual([
    'insert notes 3,a',
    'insert notes 4,b',
  ]);
  expect(source.since(start)?.until).toEqual(recorder.batches.at(-1)?.from);
  expect(source.since({ lsn: 1n, index: 0 })).toBeUndefined();
});

test('how far the log was read is told where nothing of it is passed on', async () => {
  await source.open();
  const before = await source.now();
  await database.run('create table unpublished (id int); insert into unpublished values (1)');
  const after = await source.now();
  await settled(source);
  expect(recorder.entries).toEqual([]);
  expect(recorder.lastPassed).toBeGreaterThanOrEqual(after);
  expect(after).toBeGreaterThan(before);
});

test('a sink that fails is told of, and gets what follows', async () => {
  await source.open();
  recorder.onTake = ({ from }) => {
    if (recorder.batches[0]?.from.lsn === from.lsn) throw new Error('no');
    return Promise.reject(new Error('not either'));
  };
  await database.run(`insert into notes values (1, 'a')`);
  await database.run(`insert into notes values (2, 'b')`);
  expect(await lines()).toEqual(['insert notes 1,a', 'insert notes 2,b']);
});

test('a barrier does not wait for others to write', async () => {
  await source.open();
  await source.reached(await source.now());
  await source.reached((await source.now()) + 1n);
  await source.close();
  await expect(source.reached(1n)).rejects.toThrow('not open');
});
