import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lineOf, type Recorder, settled, testSource } from '../../../testkit/test-capture.ts';
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
  ({ source, recorder } = testSource(database));
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
