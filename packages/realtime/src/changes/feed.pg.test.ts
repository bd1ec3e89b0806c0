import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestFeed } from '../../testkit/test-feed.ts';

let database: TestDatabase;
let feed: TestFeed;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table notes (id bigint generated always as identity primary key, owner uuid, title text, done boolean default false);
    alter table notes enable row level security;
    create policy own on notes for select to authenticated using ((select auth.uid()) = owner);
    create table open (id int primary key, room text, n numeric, at timestamptz, tags text[], data jsonb);
    alter publication supabase_realtime add table notes, open;
  `);
  feed = await TestFeed.start(database);
});
afterAll(async () => {
  await feed?.close();
  await database?.close();
});

const alice = '11111111-1111-4111-8111-111111111111';
const bob = '22222222-2222-4222-8222-222222222222';

test('each user gets her own rows and nobody else does', async () => {
  const a = await feed.subscribe({ sub: alice, role: 'authenticated' }, [
    { event: '*', schema: 'public', table: 'notes' },
  ]);
  const b = await feed.subscribe({ sub: bob, role: 'authenticated' }, [
    { event: '*', schema: 'public', table: 'notes' },
  ]);
  await database.run(
    `insert into notes (owner, title) values ('${alice}', 'hers'), ('${bob}', 'his'); update notes set done = true;`,
  );
  await feed.settled();
  expect(
    a.events.map(({ data }) => [data.type, data.record?.['title'], data.record?.['done']]),
  ).toEqual([
    ['INSERT', 'hers', false],
    ['UPDATE', 'hers', true],
  ]);
  expect(b.events.map(({ data }) => [data.type, data.record?.['title']])).toEqual([
    ['INSERT', 'his'],
    ['UPDATE', 'his'],
  ]);
});

test('values are what to_jsonb makes of them', async () => {
  const all = await feed.subscribe({ role: 'anon' }, [
    { event: 'INSERT', schema: 'public', table: 'open' },
  ]);
  await database.run(`insert into open values
    (1, 'a', 1.50, '2026-01-02 03:04:05.5+00', '{x,"y z",NULL}', '{"k": [1]}')`);
  await feed.settled();
  const [event] = all.events;
  expect(event?.data).toMatchObject({
    schema: 'public',
    table: 'open',
    type: 'INSERT',
    errors: null,
    record: {
      id: 1,
      room: 'a',
      n: 1.5,
      at: '2026-01-02T03:04:05.5+00:00',
      tags: ['x', 'y z', null],
      data: { k: [1] },
    },
  });
  expect(event?.data.columns[0]).toEqual({ name: 'id', type: 'int4' });
  expect(event?.ids).toEqual(all.subscription.ids);
});
