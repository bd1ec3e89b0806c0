import { sql } from '@plinth/postgres';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flushLog } from '../../../test/flush-log.ts';
import { PartitionKeeper } from './partition-keeper.ts';

let database: TestDatabase;
let keepers: PartitionKeeper[];
let now: number;
const day = 86_400_000;

beforeEach(async () => {
  database = await createTestDatabase();
  keepers = [];
  now = Date.parse('2026-05-10T13:00:00Z');
});
afterEach(async () => {
  await Promise.all(keepers.map((keeper) => keeper.close()));
  await database.close();
});

function createKeeper(retention = 3 * day): PartitionKeeper {
  const keeper = new PartitionKeeper({
    database: database.as('postgres'),
    clock: { now: () => now },
    logger: silentLogger,
    retention,
  });
  keepers.push(keeper);
  return keeper;
}

async function partitions(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(sql`
    select relid::regclass::text as name from pg_partition_tree('realtime.messages')
    where isleaf order by 1`);
  return rows.map(({ name }) => name.replace('realtime.messages_', ''));
}

const insert = (topic: string, at: string): Promise<unknown> =>
  database.query(sql`
    insert into realtime.messages (topic, extension, event, private, payload, inserted_at)
    values (${topic}, 'broadcast', 'e', true, '{}', ${at}::timestamp)`);

function messages(): Promise<{ topic: string; place: string }[]> {
  return database.query(sql`
    select topic, replace(tableoid::regclass::text, 'realtime.messages_', '') as place
    from realtime.messages order by seq`);
}

test('partitions of today and the days ahead, once', async () => {
  const keeper = createKeeper();
  expect(await keeper.keep()).toBe(true);
  const made = ['2026_05_10', '2026_05_11', '2026_05_12', '2026_05_13', 'default'];
  expect(await partitions()).toEqual(made);
  expect(await keeper.keep()).toBe(true);
  expect(await partitions()).toEqual(made);
  const [owned] = await database.query(sql`
    select bool_and(c.relowner = 'supabase_realtime_admin'::regrole and c.relrowsecurity) as all
    from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where i.inhparent = 'realtime.messages'::regclass and c.relkind = 'r'`);
  expect(owned).toEqual({ all: true });
});

test('a message finds its day; without a partition it is kept, and moved when there is one', async () => {
  await insert('before', '2026-05-10 01:00');
  await insert('ahead', '2026-05-12 23:59:59.999999');
  await insert('far', '2026-05-14 00:00');
  await insert('old', '2026-05-09 23:59');
  expect((await messages()).map(({ place }) => place)).toEqual(Array(4).fill('default'));
  expect(await createKeeper().keep()).toBe(true);
  await insert('after', '2026-05-10 14:00');
  const expected = [
    { topic: 'before', place: '2026_05_10' },
    { topic: 'ahead', place: '2026_05_12' },
    { topic: 'far', place: 'default' },
    { topic: 'old', place: 'default' },
    { topic: 'after', place: '2026_05_10' },
  ];
  expect(await messages()).toEqual(expected);
  now += day;
  expect(await createKeeper().keep()).toBe(true);
  expect((await messages())[2]).toEqual({ topic: 'far', place: '2026_05_14' });
});

test('moved and dropped messages are nobody’s news', async () => {
  const slot = `moved_${database.name}`;
  await insert('early', '2026-05-10 01:00');
  await database.query(sql`select pg_create_logical_replication_slot(${slot}, 'pgoutput')`);
  try {
    expect(await createKeeper().keep()).toBe(true);
    await insert('late', '2026-05-10 02:00');
    now += 10 * day;
    expect(await createKeeper().keep()).toBe(true);
    expect(await messages()).toEqual([]);
    await flushLog(database);
    const changes = await database.query<{ table: string; texts: string }>(sql`
      select ('x' || encode(substring(data from 2 for 4), 'hex'))::bit(32)::int::oid::regclass::text as table,
        encode(data, 'escape') as texts
      from pg_logical_slot_get_binary_changes(${slot}, null, null, 'proto_version', '1',
        'publication_names', 'supabase_realtime_messages_publication')
      where chr(get_byte(data, 0)) in ('I', 'U', 'D', 'T')`);
    expect(changes).toEqual([
      { table: 'realtime.messages', texts: expect.stringContaining('late') },
    ]);
  } finally {
    await database.query(sql`select pg_drop_replication_slot(${slot})`);
  }
});

test('what is older than the retention goes, whole days and strays', async () => {
  const keeper = createKeeper(2 * day);
  await keeper.keep();
  await insert('first day', '2026-05-10 23:59');
  await insert('second day', '2026-05-11 00:00');
  await insert('stray', '2026-04-01 00:00');
  now = Date.parse('2026-05-12T23:59:59Z');
  expect(await keeper.keep()).toBe(true);
  expect((await messages()).map(({ topic }) => topic)).toEqual(['first day', 'second day']);
  now = Date.parse('2026-05-13T00:00:00Z');
  expect(await keeper.keep()).toBe(true);
  expect((await messages()).map(({ topic }) => topic)).toEqual(['second day']);
  expect(await partitions()).not.toContain('2026_05_10');
});

test('several nodes at once make each partition once', async () => {
  const nodes = Array.from({ length: 5 }, () => createKeeper());
  expect(await Promise.all(nodes.map((node) => node.keep()))).toEqual(Array(5).fill(true));
  expect(await partitions()).toHaveLength(5);
});

test('messages sent while partitions come and go are all kept', async () => {
  await database.run(`create function public.send_at(n int, at timestamp) returns void language sql as $$
    insert into realtime.messages (topic, extension, inserted_at) values ('n' || n, 'broadcast', at) $$`);
  const keeper = createKeeper(day);
  const pool = database.as('postgres');
  let sending = true;
  let sent = 0;
  const sender = (async () => {
    while (sending) {
      const at = new Date(now).toISOString();
      await pool.query(sql`select public.send_at(${sent}, ${at}::timestamp)`);
      sent += 1;
    }
  })();
  const results: boolean[] = [];
  for (let passed = 0; passed < 8; passed += 1) {
    results.push(await keeper.keep());
    now += 5 * day;
  }
  sending = false;
  await sender;
  expect(results).toEqual(Array(8).fill(true));
  expect(sent).toBeGreaterThan(0);
});

test('a transaction that holds the table makes a pass fail, not wait for ever, and the next one succeeds', async () => {
  const keeper = createKeeper();
  await database.as().transaction(async (transaction) => {
    await transaction.query(sql`select from realtime.messages`);
    expect(await keeper.keep()).toBe(false);
    await transaction.query(
      sql`insert into realtime.messages (topic, extension, inserted_at)
          values ('t', 'broadcast', '2026-05-10')`,
    );
  });
  expect(await keeper.keep()).toBe(true);
  expect(await messages()).toEqual([{ topic: 't', place: '2026_05_10' }]);
});

test('a trigger of the owner runs with no more than the owner’s rights', async () => {
  await database.run(`
    create function public.climb() returns trigger language plpgsql as $$ begin
      perform set_config('role', 'supabase_admin', true);
      return old; end $$;
    create trigger climb before delete on realtime.messages for each row execute function public.climb()`);
  await insert('t', '2026-05-10');
  expect(await createKeeper().keep()).toBe(false);
  expect(await messages()).toEqual([{ topic: 't', place: 'default' }]);
});

test('started, it keeps by itself', async () => {
  const keeper = createKeeper();
  keeper.start();
  await keeper.keep();
  expect(await partitions()).toHaveLength(5);
});
