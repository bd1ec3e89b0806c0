import { randomUUID } from 'node:crypto';
import { sql } from '@plinth/postgres';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';
import { PartitionKeeper } from './partitions/partition-keeper.ts';
import { StoredMessages } from './replay.ts';

let database: TestDatabase;
const clock = { now: () => Date.now() };
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.query(sql`truncate realtime.messages`));

const stored = (options: { limit?: number; largestReplay?: number } = {}): StoredMessages =>
  new StoredMessages({
    database: database.as('postgres'),
    clock,
    limit: 25,
    largestPayload: 1_000,
    largestReplay: 100_000,
    ...options,
  });

const send = (numbers: readonly number[], topic = 't', isPrivate = true): Promise<unknown> =>
  database.query(sql`
    select realtime.send(jsonb_build_object('n', n), 'e', ${topic}, ${isPrivate})
    from unnest(${numbers.map(String)}::int[]) as n`);

const numbersOf = (messages: readonly BroadcastMessage[]): number[] =>
  messages.map(({ payload }) => JSON.parse(String(payload)).n);

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('the newest of one transaction, oldest first, in the order in which they were sent', async () => {
  await send(range(40));
  const messages = await stored().replay('t', { since: 0, limit: 10 });
  expect(numbersOf(messages)).toEqual(range(40).slice(-10));
  expect(messages[0]).toEqual({
    topic: 't',
    isPrivate: true,
    event: 'e',
    payload: expect.any(String),
    meta: { id: JSON.parse(String(messages[0]?.payload)).id, replayed: true },
  });
});

test('order over several transactions, days and the DEFAULT partition', async () => {
  await database.query(sql`
    insert into realtime.messages (topic, extension, event, private, payload, inserted_at)
    select 't', 'broadcast', 'e', true, jsonb_build_object('n', n),
      timezone('utc', now()) - make_interval(hours => 10 * (5 - n))
    from generate_series(0, 4) as n`);
  const keeper = new PartitionKeeper({
    database: database.as('postgres'),
    clock,
    logger: silentLogger,
    retention: 1e12,
  });
  expect(await keeper.keep()).toBe(true);
  await send([5, 6]);
  expect(numbersOf(await stored().replay('t', { since: 0, limit: 25 }))).toEqual(range(7));
  const since = Date.now() - 25 * 3_600_000;
  expect(numbersOf(await stored().replay('t', { since, limit: 25 }))).toEqual([3, 4, 5, 6]);
});

test('private messages of this topic alone, and none from the future', async () => {
  await send([1]);
  await send([2], 'T');
  await send([3], 't', false);
  await database.query(sql`
    insert into realtime.messages (topic, extension, event, private, payload, inserted_at)
    values ('t', 'presence', 'e', true, '{}', default),
      ('t', 'broadcast', null, true, '{}', default),
      ('t', 'broadcast', 'e', true, null, default),
      ('t', 'broadcast', 'e', true, '{}', timezone('utc', now()) + interval '2 minutes')`);
  expect(numbersOf(await stored().replay('t', { since: 0, limit: 25 }))).toEqual([1]);
  expect(await stored().replay('a\0b', { since: 0, limit: 25 })).toEqual([]);
});

test('a topic of any length', async () => {
  const long = Array.from({ length: 400 }, () => randomUUID()).join('');
  await send([1], long);
  await send([2], `${long}x`);
  expect(numbersOf(await stored().replay(long, { since: 0, limit: 25 }))).toEqual([1]);
});

test('bytes come as bytes', async () => {
  await database.query(sql`select realtime.send_binary('\\x00ff10', 'raw', 't')`);
  const [message] = await stored().replay('t', { since: 0, limit: 1 });
  expect(message).toMatchObject({ event: 'raw', meta: { replayed: true } });
  expect(message?.payload).toEqual(Buffer.from([0, 255, 16]));
});

test.each([
  [100, 25, 25],
  [0, 25, 1],
  [-5, 25, 1],
  [100, 60, 60],
])('a limit of %i with at most %i gives %i', async (asked, most, given) => {
  await send(range(70));
  const messages = await stored({ limit: most }).replay('t', { since: 0, limit: asked });
  expect(messages).toHaveLength(given);
});

test.each([
  { since: Number.NaN, limit: 1 },
  { since: 1.5, limit: 1 },
  { since: Infinity, limit: 1 },
  { since: 0, limit: 0.5 },
])('%j is not valid', async (request) => {
  await expect(stored().replay('t', request)).rejects.toMatchObject({
    code: 'UnableToReplayMessages',
    message: 'Replay params are not valid',
  });
});

test('any moment that a number can say is one', async () => {
  await send([1]);
  for (const since of [-Number.MAX_SAFE_INTEGER, -1, 0]) {
    expect(await stored().replay('t', { since, limit: 1 })).toHaveLength(1);
  }
  expect(await stored().replay('t', { since: Number.MAX_SAFE_INTEGER, limit: 1 })).toEqual([]);
});

test('messages too large to have been sent are left out; a replay has a size', async () => {
  await send([1]);
  await database.query(sql`
    select realtime.send(jsonb_build_object('n', 2, 'pad', repeat('x', 1000)), 'e', 't')`);
  await send([3, 4]);
  expect(numbersOf(await stored().replay('t', { since: 0, limit: 3 }))).toEqual([1, 3, 4]);
  const small = stored({ largestReplay: 120 });
  expect(numbersOf(await small.replay('t', { since: 0, limit: 3 }))).toEqual([3, 4]);
});

test('an index gives the order and the topic, in every partition', async () => {
  const plan = await database.as().transaction(async (transaction) => {
    await transaction.script('set local enable_seqscan = off; set local enable_sort = off');
    return transaction.query<{ 'QUERY PLAN': string }>(sql`
      explain (costs off) select id from realtime.messages
      where hashtextextended(topic, 0) = hashtextextended('t', 0) and topic = 't' and extension = 'broadcast' and private is true
        and inserted_at >= '2026-01-01' and inserted_at < '2126-01-01'
      order by inserted_at desc, seq desc limit 25`);
  });
  const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(lines).toContain('Index Cond: ((hashtextextended(topic');
  expect(lines).not.toMatch(/Seq Scan|Sort$/m);
});
