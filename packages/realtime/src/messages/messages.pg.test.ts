import { sql } from '@plinth/postgres';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';
import { LogChangeSource } from '../changes/capture/log-change-source.ts';
import { MessageDispatch } from './dispatch.ts';
import { PartitionKeeper } from './partitions/partition-keeper.ts';

let database: TestDatabase;
let source: LogChangeSource;
let sent: BroadcastMessage[];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table public.notes (id int primary key, body text);
    create function public.tell() returns trigger language plpgsql security definer as $$
      begin
        perform realtime.broadcast_changes(
          'notes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
    create trigger tell after insert or update or delete on public.notes
      for each row execute function public.tell();`);
});
afterAll(() => database.close());
beforeEach(async () => {
  sent = [];
  const dispatch = new MessageDispatch({
    broadcaster: { broadcast: (message) => void sent.push(message) },
    logger: silentLogger,
    largestPayload: 1_000_000,
  });
  source = new LogChangeSource({
    database: database.as(),
    sink: { take: (batch) => dispatch.take(batch), lost: () => {} },
    logger: silentLogger,
    clock: { now: () => Date.now() },
  });
  await source.open();
});
afterEach(() => source.close());

/** Everything that is committed has been taken. */
const settled = async (): Promise<void> => source.reached(await source.now());

const numbers = (): number[] => sent.map(({ payload }) => JSON.parse(String(payload)).n);

test('what SQL sends arrives, when its transaction commits and not before', async () => {
  await database.query(sql`select realtime.send('{"n": 1, "text": "é\\u0001💥"}', 'e', 'r:1')`);
  await database.query(sql`select realtime.send_binary('\\x00ff5c', 'raw', 'r:2', false)`);
  await database.run(`begin; select realtime.send('{"n": 2}', 'gone', 'r:1'); rollback`);
  await settled();
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(sent).toEqual([
    { topic: 'r:1', isPrivate: true, event: 'e', payload: expect.any(String), meta: { id } },
    {
      topic: 'r:2',
      isPrivate: false,
      event: 'raw',
      payload: Buffer.from([0, 255, 92]),
      meta: { id },
    },
  ]);
  expect(JSON.parse(String(sent[0]?.payload))).toEqual({
    n: 1,
    text: 'é\u0001💥',
    id: sent[0]?.meta?.id,
  });
});

test('in the order of their transactions, and as they were sent inside one', async () => {
  const send = (from: number, to: number): Promise<void> =>
    database.run(`select realtime.send(jsonb_build_object('n', n), 'e', 't', n % 2 = 0)
      from generate_series(${from}, ${to}) as n`);
  await send(0, 199);
  await send(200, 249);
  await database.run(`begin;
    select realtime.send('{"n": 250}', 'e', 't');
    savepoint s; select realtime.send('{"n": -1}', 'e', 't'); rollback to s;
    select realtime.send('{"n": 251}', 'e', 't');
    commit`);
  await settled();
  expect(numbers()).toEqual(Array.from({ length: 252 }, (_, n) => n));
});

test('a row trigger tells of changes', async () => {
  await database.run(`insert into public.notes values (1, 'a'); delete from public.notes`);
  await settled();
  expect(sent.map(({ topic, event, isPrivate }) => [topic, event, isPrivate])).toEqual([
    ['notes', 'INSERT', true],
    ['notes', 'DELETE', true],
  ]);
});

test('once each, while partitions are made under them and dropped', async () => {
  let now = Date.now();
  const keeper = new PartitionKeeper({
    database: database.as('postgres'),
    clock: { now: () => now },
    logger: silentLogger,
    retention: 86_400_000,
  });
  await database.run(`select realtime.send('{"n": 1}', 'e', 't')`);
  expect(await keeper.keep()).toBe(true);
  await database.run(`select realtime.send('{"n": 2}', 'e', 't')`);
  now += 30 * 86_400_000;
  expect(await keeper.keep()).toBe(true);
  await database.run(`select realtime.send('{"n": 3}', 'e', 't')`);
  await settled();
  expect(numbers()).toEqual([1, 2, 3]);
  await keeper.close();
});

test('what users store themselves is sent too; probes of policies are not', async () => {
  await database.run(`
    insert into realtime.messages (topic, extension, event, payload, private)
    values ('t', 'broadcast', 'e', '{"n": 1}', true)`);
  await database
    .as('authenticator')
    .request({ role: 'none', settings: [] }, [
      { text: `select * from realtime.read_rights('t', 'anon')` },
      { text: `select * from realtime.write_right('t', 'service_role', 'broadcast')` },
    ]);
  await database.run(
    `update realtime.messages set event = 'changed'; delete from realtime.messages`,
  );
  await settled();
  expect(numbers()).toEqual([1]);
});
