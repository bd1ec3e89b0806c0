import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestFeed, type TestSubscriber } from '../../../testkit/test-feed.ts';

let database: TestDatabase;
let feed: TestFeed;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table notes (id bigint generated always as identity primary key, owner text, body text);
    alter table notes enable row level security;
    create policy own on notes for select using ((auth.jwt() ->> 'sub') = owner);
    alter publication supabase_realtime add table notes;
  `);
  feed = await TestFeed.start(database);
});
afterAll(async () => {
  await feed?.close();
  await database?.close();
});

const binding = { event: '*', schema: 'public', table: 'notes' };

const claimsOf = (sub: string) => ({ role: 'authenticated', sub });

const bodies = ({ events }: TestSubscriber): unknown[] =>
  events.map(({ data }) => data.record?.['body']);

async function add(owner: string, ...texts: string[]): Promise<void> {
  for (const body of texts) {
    await database.query(sql`insert into notes (owner, body) values (${owner}, ${body})`);
  }
}

test('who comes back gets what was missed first, then goes on, once', async () => {
  const name = 'back';
  const first = await feed.subscribe(claimsOf('a'), [binding], { resumeName: name });
  await add('a', '1');
  await feed.settled();
  first.subscription.end('dropped', Date.now() + 60_000);
  await add('a', '2', '3');
  await add('b', 'not for a');
  await feed.settled();
  const second = await feed.subscribe(claimsOf('a'), [binding], { resumeName: name });
  await add('a', '4');
  await vi.waitFor(() => expect(bodies(second).at(-1)).toBe('4'), 10_000);
  expect(bodies(first)).toEqual(['1']);
  // What was sent within the last second may come again.
  expect(bodies(second).slice(-3)).toEqual(['2', '3', '4']);
  second.subscription.end('left');

  const third = await feed.subscribe(claimsOf('a'), [binding], { resumeName: name });
  await add('a', '5');
  await vi.waitFor(() => expect(bodies(third)).toEqual(['5']), 10_000);
  third.subscription.end('left');
});

test('entries of one name are taken one by one', async () => {
  const names = ['same', 'same'];
  const both = await Promise.all(
    names.map((resumeName) => feed.subscribe(claimsOf('c'), [binding], { resumeName })),
  );
  for (const { subscription } of both) subscription.end('dropped', Date.now());
  await add('c', 'missed');
  await feed.settled();
  const three = await Promise.all(
    ['same', 'same', 'same'].map((resumeName) =>
      feed.subscribe(claimsOf('c'), [binding], { resumeName }),
    ),
  );
  await add('c', 'after');
  await vi.waitFor(
    () => expect(three.map((each) => bodies(each).at(-1))).toEqual(Array(3).fill('after')),
    10_000,
  );
  expect(three.filter((each) => bodies(each).includes('missed'))).toHaveLength(2);
  for (const { subscription } of three) subscription.end('left');
});

test('many come back while changes go on: in order, nothing missing, nothing twice that was not sent before', async () => {
  const count = 30;
  const names = Array.from({ length: count }, (_, at) => `busy ${at}`);
  const first = await Promise.all(
    names.map((resumeName) => feed.subscribe(claimsOf('d'), [binding], { resumeName })),
  );
  let isDone = false;
  const writing = (async () => {
    for (let number = 0; number < 400; number += 1) await add('d', String(number));
    isDone = true;
  })();
  for (const { subscription } of first) subscription.end('dropped', Date.now() - 500);
  const second: TestSubscriber[] = [];
  for (const resumeName of names) {
    second.push(await feed.subscribe(claimsOf('d'), [binding], { resumeName }));
  }
  await writing;
  expect(isDone).toBe(true);
  await vi.waitFor(() => {
    for (const each of second) expect(bodies(each).at(-1)).toBe('399');
  }, 20_000);
  const all = Array.from({ length: 400 }, (_, number) => String(number));
  for (const [at, each] of second.entries()) {
    const got = bodies(each).filter((body) => /^\d+$/.test(String(body)));
    expect([...new Set([...bodies(first[at] as TestSubscriber), ...got])]).toEqual(all);
    expect(new Set(got).size).toBe(got.length);
    each.subscription.end('left');
  }
});

test('an explicit since sends what was committed from then on', async () => {
  await add('e', 'old');
  const [row] = await database.query<{ now: string }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000) + 2 as now from pg_sleep(0.005)`,
  );
  await database.query(sql`select pg_sleep(0.01)`);
  await add('e', 'new');
  await feed.settled();
  const late = await feed.subscribe(claimsOf('e'), [binding], { since: Number(row?.now) });
  await add('e', 'next');
  await vi.waitFor(() => expect(bodies(late)).toEqual(['new', 'next']), 10_000);
  late.subscription.end('left');
});

test('who was connected when the server died gets what was committed while it was away', async () => {
  const subscriber = await feed.subscribe(claimsOf('f'), [binding], { resumeName: 'f' });
  await add('f', 'seen');
  await feed.settled();
  await vi.waitFor(async () => {
    const [row] = await database.query<{ count: string }>(
      sql`select count(*) from realtime.feed_subscribers`,
    );
    expect(Number(row?.count)).toBeGreaterThan(0);
  }, 10_000);
  void subscriber;
  await feed.close();
  await add('f', 'while away');
  feed = await TestFeed.start(database);
  const again = await feed.subscribe(claimsOf('f'), [binding], { resumeName: 'f' });
  const stranger = await feed.subscribe(claimsOf('f'), [binding]);
  await add('f', 'back');
  await vi.waitFor(() => expect(bodies(again).at(-1)).toBe('back'), 10_000);
  expect(bodies(again)).toContain('while away');
  await vi.waitFor(() => expect(bodies(stranger)).toEqual(['back']), 10_000);
});

test('who comes back before its old connection is known to be gone gets what was missed', async () => {
  const options = { resumeName: 'half-open', ref: 6 };
  const old = await feed.subscribe(claimsOf('h'), [binding], {
    ...options,
    probe: () => Promise.resolve(old.subscription.end('dropped', lastHeard)),
  });
  const alive = await feed.subscribe(claimsOf('h'), [binding], options);
  await add('h', 'before');
  await feed.settled();
  // What was sent in the second before it was last heard may come again.
  const lastHeard = Date.now();
  await add('h', 'unheard');
  await feed.settled();
  const again = await feed.subscribe(claimsOf('h'), [binding], { ...options, ref: 10 });
  await add('h', 'after');
  await vi.waitFor(() => expect(bodies(again).at(-1)).toBe('after'), 10_000);
  expect(bodies(again).slice(-2)).toEqual(['unheard', 'after']);
  await vi.waitFor(() => expect(bodies(alive)).toEqual(['before', 'unheard', 'after']), 10_000);
  for (const { subscription } of [again, alive]) subscription.end('left');
});
