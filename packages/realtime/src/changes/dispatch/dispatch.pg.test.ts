import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestFeed, type TestSubscriber } from '../../../testkit/test-feed.ts';

let database: TestDatabase;
let feed: TestFeed;

const user = '11111111-1111-4111-8111-111111111111';

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create function slow(n int) returns boolean language plpgsql as $$ begin perform pg_sleep(0.2); return true; end $$;
    create table slow_notes (id int primary key);
    alter table slow_notes enable row level security;
    create policy s on slow_notes for select using (slow(id));
    create table fast_notes (id int primary key);
    create table flips (id int primary key, owner uuid, extra text);
    alter table flips enable row level security;
    create policy own on flips for select using (owner = auth.uid());
    create table moods (id int primary key, owner uuid);
    alter table moods enable row level security;
    create function touchy(owner uuid) returns boolean language plpgsql as $$
      begin
        if auth.uid() = '${user}' then raise exception 'no'; end if;
        return owner = auth.uid();
      end $$;
    create policy t on moods for select using (touchy(owner));
    create table endless (id int primary key);
    alter table endless enable row level security;
    create function endless(id int) returns boolean language plpgsql as $$
      begin
        if auth.uid() = '${user}' then loop end loop; end if;
        return true;
      end $$;
    create policy e on endless for select using (endless(id));
    create schema hidden;
    create table members (user_id uuid primary key);
    alter table members enable row level security;
    create policy own on members for select using (user_id = auth.uid());
    insert into members values ('${user}');
    create function hidden.yes() returns boolean language sql as 'select true';
    create table looked_up (id int primary key);
    alter table looked_up enable row level security;
    create policy l on looked_up for select using (hidden.yes() and exists (select from members where user_id = auth.uid()));
    create table toasted (id int primary key, n int, long text);
    alter table toasted enable row level security;
    alter table toasted alter column long set storage external;
    create policy l on toasted for select using (long like 'x%');
    create table "we;ird ""name""" (id int primary key, "select" text, "a;b" text);
    alter table "we;ird ""name""" enable row level security;
    create policy w on "we;ird ""name""" for select using (lower("a;b") = 'x;y');
    alter publication supabase_realtime add table slow_notes, fast_notes, flips, moods, endless, looked_up, toasted, "we;ird ""name""";
  `);
  feed = await TestFeed.start(database);
});
afterAll(async () => {
  await feed?.close();
  await database?.close();
});

const on = (table: string, more = {}) => ({ event: '*', schema: 'public', table, ...more });
const seen = ({ events }: TestSubscriber): string[] =>
  events.map(({ data }) => `${data.table} ${String((data.record ?? data.old_record)?.['id'])}`);

test('a table whose policies are slow holds up nobody else, and a stream keeps its order', async () => {
  const both = await feed.subscribe({ role: 'authenticated' }, [
    on('slow_notes'),
    on('fast_notes'),
  ]);
  const fast = await feed.subscribe({ role: 'authenticated' }, [on('fast_notes')]);
  await database.run('insert into slow_notes values (1), (2); insert into fast_notes values (3);');
  await vi.waitFor(() => expect(seen(fast)).toEqual(['fast_notes 3']), 10_000);
  const before = seen(both);
  await feed.settled();
  expect(seen(both)).toEqual(['slow_notes 1', 'slow_notes 2', 'fast_notes 3']);
  expect(before).not.toContain('fast_notes 3');
});

test('a change of policies, privileges or columns holds from its place in the log on', async () => {
  const owner = await feed.subscribe({ role: 'authenticated', sub: user }, [on('flips')]);
  const other = await feed.subscribe({ role: 'authenticated' }, [on('flips')]);
  await database.run(`insert into flips values (1, '${user}')`);
  await database.run(`
    insert into flips values (2, '${user}');
    drop policy own on flips; create policy nobody on flips for select using (false);
  `);
  await database.run(`insert into flips values (3, '${user}')`);
  // What is read of the schema is what it is by then: no further behind than the log, but possibly ahead.
  await feed.settled();
  await database.run('create policy everyone on flips for select using (true)');
  await database.run(`insert into flips values (4, '${user}')`);
  await feed.settled();
  await database.run(
    'alter table flips disable row level security; alter table flips rename column extra to other',
  );
  await database.run(`insert into flips values (5, null, 'more')`);
  await feed.settled();
  expect(seen(owner)).toEqual(['flips 1', 'flips 2', 'flips 4', 'flips 5']);
  expect(seen(other)).toEqual(['flips 4', 'flips 5']);
  expect(other.events.at(-1)?.data.record).toEqual({ id: 5, owner: null, other: 'more' });
});

test('membership of roles is looked at every two seconds', async () => {
  const admin = database.as();
  await admin.script(
    `drop role if exists reader; create role reader; grant reader to authenticated`,
  );
  await database.run(`
    create table for_readers (id int primary key);
    alter table for_readers enable row level security;
    create policy r on for_readers for select to reader using (true);
    alter publication supabase_realtime add table for_readers`);
  const one = await feed.subscribe({ role: 'authenticated' }, [on('for_readers')]);
  await database.run('insert into for_readers values (1)');
  await feed.settled();
  expect(seen(one)).toEqual(['for_readers 1']);
  await admin.script('revoke reader from authenticated');
  let number = 1;
  await vi.waitFor(
    async () => {
      number += 1;
      await database.query(sql`insert into for_readers values (${number})`);
      await feed.settled();
      expect(seen(one).at(-1)).not.toBe(`for_readers ${number}`);
    },
    { timeout: 10_000, interval: 200 },
  );
  await admin.script('drop owned by reader; drop role reader').catch(() => {});
});

test('a policy that raises, or never ends, hurts its owner alone', async () => {
  const other = '22222222-2222-4222-8222-222222222222';
  const one = await feed.subscribe({ role: 'authenticated', sub: user }, [
    on('moods'),
    on('endless'),
  ]);
  const two = await feed.subscribe({ role: 'authenticated', sub: other }, [
    on('moods'),
    on('endless'),
  ]);
  await database.run(
    `insert into moods values (1, '${user}'), (2, '${other}'); insert into endless values (1)`,
  );
  await feed.settled();
  expect(seen(one)).toEqual([]);
  expect(seen(two)).toEqual(['moods 2', 'endless 1']);
});

test('policies that a role could not write down itself are asked of the table', async () => {
  const member = await feed.subscribe({ role: 'authenticated', sub: user }, [on('looked_up')]);
  const stranger = await feed.subscribe({ role: 'authenticated', sub: null }, [on('looked_up')]);
  await database.run('insert into looked_up values (1)');
  await feed.settled();
  expect(seen(member)).toEqual(['looked_up 1']);
  expect(seen(stranger)).toEqual([]);
});

test('a large value that a policy needs and the log left out is looked up', async () => {
  const one = await feed.subscribe({ role: 'authenticated' }, [on('toasted')]);
  await database.run(`
    insert into toasted values (1, 1, repeat('x', 10000)), (2, 1, repeat('y', 10000));
    update toasted set n = 2;
  `);
  await feed.settled();
  expect(seen(one)).toEqual(['toasted 1', 'toasted 1']);
  expect(one.events[1]?.data.record).toEqual({ id: 1, n: 2 });
});

test('names are taken as they are', async () => {
  const table = 'we;ird "name"';
  const one = await feed.subscribe({ role: 'anon' }, [
    on(table, { filter: 'a;b=like.x%' }),
    on(table, { filter: 'select=gt.a' }),
  ]);
  await database.query(sql`insert into "we;ird ""name""" values (1, 'b', 'x;y'), (2, 'b', 'z')`);
  await feed.settled();
  expect(one.failures).toEqual([]);
  expect(seen(one)).toEqual([`${table} 1`]);
  expect(one.events[0]?.ids).toHaveLength(2);
});

test('wildcards are for all tables, also those that come later', async () => {
  const all = await feed.subscribe({ role: 'service_role' }, [{ event: 'INSERT', schema: '*' }]);
  const some = await feed.subscribe({ role: 'service_role' }, [
    { event: '*', schema: 'public', table: '*' },
  ]);
  await database.run(`
    create table later (id int primary key);
    alter publication supabase_realtime add table later;
    insert into later values (1);
    delete from later;
  `);
  await feed.settled();
  expect(seen(all)).toEqual(['later 1']);
  expect(seen(some)).toEqual(['later 1', 'later 1']);
  const direct = await feed.subscribe({ role: 'service_role' }, [on('later')]);
  await database.run(
    'drop table later; create table later (id int primary key); alter publication supabase_realtime add table later',
  );
  await database.run('insert into later values (7)');
  await feed.settled();
  expect(seen(direct)).toEqual(['later 7']);
});

test('new claims count at once', async () => {
  await database.run(`
    create table renewed (id int primary key, owner uuid);
    alter table renewed enable row level security;
    create policy own on renewed for select using (owner = auth.uid());
    alter publication supabase_realtime add table renewed;`);
  const one = await feed.subscribe({ role: 'authenticated' }, [on('renewed')]);
  await database.run(`insert into renewed values (1, '${user}')`);
  await feed.settled();
  const claims = { role: 'authenticated', sub: user };
  one.subscription.renew({
    kind: 'user',
    role: 'authenticated',
    claims,
    claimsJson: JSON.stringify(claims),
  });
  await database.run(`insert into renewed values (2, '${user}')`);
  await feed.settled();
  expect(seen(one)).toEqual(['renewed 2']);
});

test('a subscription ends for good', async () => {
  const one = await feed.subscribe({ role: 'anon' }, [on('fast_notes')]);
  one.subscription.end('left');
  one.subscription.end('dropped');
  await database.run('insert into fast_notes values (100)');
  await feed.settled();
  expect(one.events).toEqual([]);
});
