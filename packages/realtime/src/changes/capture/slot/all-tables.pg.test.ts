import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lineOf, type Recorder, settled, testSource } from '../../../../testkit/test-capture.ts';
import type { LogChangeSource } from '../log-change-source.ts';

let database: TestDatabase;
let source: LogChangeSource;
let recorder: Recorder;

beforeEach(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table notes (id int primary key, body text);
    create table loose (id int, body text);
    create table chosen (id int primary key, body text, secret text);
    alter publication supabase_realtime add table chosen (id, body);
    create schema private;
    create table private.hidden (id int primary key);
  `);
  ({ source, recorder } = testSource(database.as(), { publish: 'all' }));
  await source.open();
});

afterEach(async () => {
  await source.close();
  await database.close();
});

const lines = async (): Promise<string[]> => {
  await settled(source);
  return recorder.entries.map(lineOf);
};

const published = async (): Promise<string[]> =>
  (
    await database.query<{ line: string }>(sql`
      select pubname || ' ' || tablename as line from pg_publication_tables where pubname like 'plinth%' order by 1`)
  ).map(({ line }) => line);

test('every table of the schemas comes; one without a key can still be updated', async () => {
  await database.run(`
    insert into notes values (1, 'a'); update notes set body = 'b'; delete from notes;
    insert into loose values (1, 'a'); update loose set body = 'b'; delete from loose;
    insert into chosen values (1, 'a', 'x');
    insert into private.hidden values (1);
  `);
  expect(await lines()).toEqual([
    'insert notes 1,a',
    'update notes 1,b',
    'delete notes was 1,-',
    'insert loose 1,a',
    'insert chosen 1,a',
  ]);
});

test('no DDL lets an update or a delete of the user fail', async () => {
  const write = `
    insert into notes values (1, 'a'); update notes set body = 'b'; delete from notes;`;
  await database.run(`alter table notes drop constraint notes_pkey; ${write}`);
  await database.run(`alter table notes add primary key (id) deferrable; ${write}`);
  await database.run(`alter table notes drop constraint notes_pkey; ${write}`);
  await database.run(`alter table notes add primary key (id); ${write}`);
  await database.run(`alter table notes replica identity nothing; ${write}`);
  await database.run(`alter table notes replica identity full; ${write}`);
  await database.run(`
    alter table notes alter body set not null, add constraint bodies unique (body);
    alter table notes replica identity using index bodies; ${write}`);
  await database.run(`alter table notes drop constraint bodies; ${write}`);
  await database.run(`alter table notes replica identity default; ${write}`);
  await database.run(
    `alter table notes drop column id; insert into notes values ('a'); delete from notes`,
  );
  await database
    .as()
    .script(
      `set session_replication_role = replica; create table late (id int); reset session_replication_role`,
    );
  await database.run(`set session_replication_role = replica; create table later (id int primary key);
    alter table later drop constraint later_pkey; reset session_replication_role;
    insert into later values (1); update later set id = 2`);
  const kinds = (await lines()).map((line) => line.split(' ')[0]);
  expect(kinds.filter((kind) => kind === 'insert')).toHaveLength(11);
  expect(kinds.filter((kind) => kind === 'update').length).toBeGreaterThan(3);
});

test('a table is published with the DDL that makes it, and leaves with it', async () => {
  await database.run(`
    begin;
    create table fresh (id int primary key, body text);
    insert into fresh values (1, 'a');
    commit;
    create table parts (id int, day date, primary key (id, day)) partition by range (day);
    create table parts_1 partition of parts for values from ('2026-01-01') to ('2027-01-01');
    insert into parts values (1, '2026-11-22');
    create temporary table own (id int);
    create unlogged table fast (id int primary key);
    insert into fast values (1);
    create table copied as select 1 as id;
    insert into copied values (2);
    drop table loose;
  `);
  expect(await lines()).toEqual([
    'insert fresh 1,a',
    'insert parts_1 1,2026-11-22',
    'insert copied 2',
  ]);
  expect(await published()).toEqual([
    'plinth_realtime_all fresh',
    'plinth_realtime_all notes',
    'plinth_realtime_all parts_1',
    'plinth_realtime_inserts copied',
  ]);
});

test('what a user publishes himself is left to his publication, whenever he does', async () => {
  await database.run(`alter publication supabase_realtime add table notes (id)`);
  await database.run(`insert into notes values (1, 'a')`);
  await database.run(`alter publication supabase_realtime drop table notes`);
  await database.run(`insert into notes values (2, 'b')`);
  expect(await lines()).toEqual(['insert notes 1', 'insert notes 2,b']);
  expect(recorder.losses).toEqual([]);
});

test('back to publications alone: nothing of it is left', async () => {
  await source.close();
  ({ source, recorder } = testSource(database.as()));
  await source.open();
  await database.run(`insert into notes values (1, 'a'); insert into chosen values (1, 'a', 'x')`);
  expect(await lines()).toEqual(['insert chosen 1,a']);
  expect(await published()).toEqual([]);
  const [row] = await database.query<{ left: number }>(sql`
    select count(*)::int as left from pg_event_trigger where evtname like 'plinth_publish%'`);
  expect(row?.left).toBe(0);
});

test('without a superuser it says what it takes', async () => {
  await source.close();
  await database.as().script(`
    create role weak_${database.name} login replication bypassrls password '${database.cluster.password}';
    grant create on database ${database.name} to weak_${database.name}`);
  ({ source, recorder } = testSource(database.as(`weak_${database.name}`), { publish: 'all' }));
  await expect(source.open()).rejects.toMatchObject({ problem: 'all_tables' });
  await source.close();
  ({ source, recorder } = testSource(database.as(`weak_${database.name}`)));
  await source.open();
  await database.run(`insert into chosen values (1, 'a', 'x')`);
  expect(await lines()).toEqual(['insert chosen 1,a']);
  await source.close();
  await database
    .as()
    .script(`drop owned by weak_${database.name}; drop role weak_${database.name}`);
});
