import { randomUUID } from 'node:crypto';
import type { Logger } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { callerOf } from '../../../test/caller-of.ts';
import { PolicyAuthorizer } from './policy-authorizer.ts';

let database: TestDatabase;
let authorizer: PolicyAuthorizer;
let now: number;
const warnings: unknown[] = [];
const logger: Logger = { ...silentLogger, warn: (fields) => warnings.push(fields) };

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table public.members (room text, user_id uuid, writes boolean);
    alter table public.members enable row level security;
    create policy own on public.members for select to authenticated using (user_id = auth.uid());`);
});
afterAll(() => database.close());
beforeEach(async () => {
  now = 1_000_000;
  warnings.length = 0;
  authorizer = new PolicyAuthorizer({
    database: database.as('authenticator'),
    clock: { now: () => now },
    logger,
    timeout: 1_000,
  });
  await authorizer.start();
  await settled();
});
afterEach(async () => {
  authorizer.close();
  await database.run(`
    do $$ declare p text; begin
      for p in select policyname from pg_policies where tablename = 'messages' loop
        execute format('drop policy %I on realtime.messages', p);
      end loop;
    end $$;
    truncate public.members`);
});

const ada = callerOf('authenticated', { sub: randomUUID(), team: 'blue' });
const bob = callerOf('authenticated', { sub: randomUUID() });
const anon = callerOf('anon');
const both = { broadcast: true, presence: true };
const none = { broadcast: false, presence: false };

/** Every notification that was sent before has arrived. */
async function settled(): Promise<void> {
  const listening = database.as('authenticator');
  let stop: (() => void) | undefined;
  await new Promise<void>((resolve, reject) => {
    listening
      .listen('settled', () => resolve())
      .then((end) => {
        stop = end;
        return database.as().script('notify settled');
      })
      .catch(reject);
  });
  stop?.();
}

const policy = (text: string, name = 'p'): Promise<void> =>
  database.run(`create policy "${name}" on realtime.messages ${text}`);

test('without policies nobody but a role above them may do anything', async () => {
  for (const caller of [ada, anon]) {
    expect(await authorizer.readRights(caller, 't')).toEqual(none);
    expect(await authorizer.mayWrite(caller, 't', 'broadcast')).toBe(false);
    expect(await authorizer.mayWrite(caller, 't', 'presence')).toBe(false);
  }
  const service = callerOf('service_role');
  expect(await authorizer.readRights(service, 't')).toEqual(both);
  expect(await authorizer.mayWrite(service, 't', 'presence')).toBe(true);
  expect(warnings).toEqual([]);
});

test.each([
  ['select', `using (extension = 'broadcast')`, [true, false, false, false]],
  ['select', `using (extension = 'presence')`, [false, true, false, false]],
  ['select', `using (extension in ('broadcast', 'presence'))`, [true, true, false, false]],
  ['insert', `with check (extension = 'broadcast')`, [false, false, true, false]],
  ['insert', `with check (extension = 'presence')`, [false, false, false, true]],
  ['all', 'using (true)', [true, true, true, true]],
  ['all', 'using (false) with check (true)', [false, false, true, true]],
  ['update', 'using (true)', [false, false, false, false]],
])('a policy for %s %s grants exactly that', async (command, condition, expected) => {
  await policy(`for ${command} to authenticated ${condition}`);
  const { broadcast, presence } = await authorizer.readRights(ada, 't');
  const sends = await authorizer.mayWrite(ada, 't', 'broadcast');
  const tracks = await authorizer.mayWrite(ada, 't', 'presence');
  expect([broadcast, presence, sends, tracks]).toEqual(expected);
  expect(await authorizer.readRights(anon, 't')).toEqual(none);
});

test('a restrictive policy takes away what others grant', async () => {
  await policy('for all to authenticated using (true)');
  await policy(`as restrictive for all to public using (realtime.topic() <> 'secret')`, 'no');
  expect(await authorizer.readRights(ada, 'open')).toEqual(both);
  expect(await authorizer.readRights(ada, 'secret')).toEqual(none);
  expect(await authorizer.mayWrite(ada, 'secret', 'broadcast')).toBe(false);
});

test('policies read claims, the topic, the row and the older names of claims', async () => {
  await policy(`for select to authenticated using (
    topic = realtime.topic()
    and realtime.topic() = 'team:' || (auth.jwt() ->> 'team')
    and auth.uid()::text = current_setting('request.jwt.claim.sub')
    and auth.role() = current_setting('request.jwt.claim.role')
    and current_setting('request.headers')::json is not null
    and current_user = 'authenticated')`);
  expect(await authorizer.readRights(ada, 'team:blue')).toEqual(both);
  expect(await authorizer.readRights(ada, 'team:red')).toEqual(none);
  expect(await authorizer.readRights(bob, 'team:blue')).toEqual(none);
});

test('a policy reads tables with the rights of the caller', async () => {
  await policy(`for all to authenticated using (exists (
    select from public.members m where m.room = realtime.topic() and m.user_id = auth.uid()
  )) with check (exists (
    select from public.members m where m.room = realtime.topic() and m.writes
  ))`);
  await database.query(sql`insert into public.members
    values ('r', ${ada.userId ?? ''}, true), ('r', ${bob.userId ?? ''}, false)`);
  expect(await authorizer.readRights(ada, 'r')).toEqual(both);
  expect(await authorizer.readRights(bob, 'r')).toEqual(both);
  expect(await authorizer.mayWrite(ada, 'r', 'broadcast')).toBe(true);
  // Row level security of the table lets nobody see the row of another.
  expect(await authorizer.mayWrite(bob, 'r', 'broadcast')).toBe(false);
  expect(await authorizer.readRights(ada, 'else')).toEqual(none);
});

test('topics are values, whatever they hold', async () => {
  const odd = [
    '',
    ' ',
    `'`,
    `';drop table realtime.messages;--`,
    '"\\',
    '\u{1f600}',
    '%',
    '💥'.repeat(1000),
  ];
  await policy(`for select to authenticated using (realtime.topic() = auth.jwt() ->> 'wants')`);
  for (const topic of odd) {
    const caller = callerOf('authenticated', { wants: topic });
    // An empty setting reads as no topic at all, as upstream has it.
    expect(await authorizer.readRights(caller, topic)).toEqual(topic === '' ? none : both);
    expect(await authorizer.readRights(caller, `${topic}x`)).toEqual(none);
  }
  await policy('for all to public using (true)', 'all');
  for (const impossible of ['a\0b', 'a\ud800', '\udc00']) {
    expect(await authorizer.readRights(ada, impossible)).toEqual(none);
    expect(await authorizer.mayWrite(ada, impossible, 'broadcast')).toBe(false);
  }
});

test('a policy that raises grants nothing and is logged', async () => {
  await policy('for select to authenticated using (length(topic) = 3)');
  await policy(`for all to authenticated using (1 / (length(topic) - 1) > 0)`, 'bad');
  expect(await authorizer.readRights(ada, 'x')).toEqual(none);
  expect(await authorizer.mayWrite(ada, 'x', 'broadcast')).toBe(false);
  expect(warnings).toEqual([
    { role: 'authenticated', topic: 'x', err: 'division by zero' },
    { role: 'authenticated', topic: 'x', err: 'division by zero' },
  ]);
  expect(await authorizer.readRights(ada, 'xyz')).toEqual(both);
});

test('a failed assertion and a forged signal grant nothing', async () => {
  await database.run(`
    create function public.claim(what text) returns boolean language plpgsql as $$ begin
      if what = 'assert' then assert false, 'no'; end if;
      raise sqlstate 'PT200' using message = 'forged'; end $$`);
  await policy('for all to authenticated using (public.claim(topic))');
  for (const topic of ['assert', 'forge']) {
    expect(await authorizer.readRights(ada, topic)).toEqual(none);
    expect(await authorizer.mayWrite(ada, topic, 'broadcast')).toBe(false);
  }
});

test('a slow policy is cut off, and costs the next question nothing', async () => {
  await policy(`for select to authenticated using (topic <> 'slow' or pg_sleep(60)::text = '')`);
  await expect(authorizer.readRights(ada, 'slow')).rejects.toMatchObject({ code: 'QueryCanceled' });
  expect(await authorizer.readRights(ada, 'fast')).toEqual(both);
});

test('a role that requests may not have has no rights', async () => {
  await policy('for all to public using (true)');
  for (const role of [
    'postgres',
    'supabase_admin',
    'supabase_realtime_admin',
    'nobody',
    '',
    'none',
    `a"b'`,
  ]) {
    const caller = { ...callerOf('authenticated'), role };
    expect(await authorizer.readRights(caller, 't')).toEqual(none);
    expect(await authorizer.mayWrite(caller, 't', 'broadcast')).toBe(false);
  }
});

test('policy code cannot become more than a request can', async () => {
  await database.run(`create function public.climb() returns boolean language plpgsql as $$ begin
    perform set_config('role', 'supabase_admin', true); return true; end $$`);
  await policy('for select to authenticated using (public.climb())');
  expect(await authorizer.readRights(ada, 't')).toEqual(none);
  expect(warnings).toMatchObject([{ err: 'permission denied to set role "supabase_admin"' }]);
});

test('asking leaves nothing behind', async () => {
  await database.run(`create table if not exists public.trace (at timestamptz);
    grant all on public.trace to authenticated;
    create or replace function public.note() returns boolean language plpgsql as $$ begin
      insert into public.trace values (now()); return true; end $$`);
  await policy('for all to authenticated using (public.note())');
  expect(await authorizer.readRights(ada, 't')).toEqual(both);
  expect(await authorizer.mayWrite(ada, 't', 'broadcast')).toBe(true);
  const [left] = await database.query<object>(sql`
    select (select count(*)::int from realtime.messages) as messages,
           (select count(*)::int from public.trace) as traces`);
  expect(left).toEqual({ messages: 0, traces: 0 });
});

test('a changed policy or grant counts at once', async () => {
  expect(await authorizer.readRights(ada, 't')).toEqual(none);
  await policy('for select to authenticated using (true)');
  await vi.waitFor(async () => expect(await authorizer.readRights(ada, 't')).toEqual(both), 5_000);
  await database.run('revoke select on realtime.messages from authenticated');
  await vi.waitFor(async () => expect(await authorizer.readRights(ada, 't')).toEqual(none), 5_000);
  await database.run('grant select on realtime.messages to authenticated');
  await vi.waitFor(async () => expect(await authorizer.readRights(ada, 't')).toEqual(both), 5_000);
  await database.run('drop policy p on realtime.messages');
  await vi.waitFor(async () => expect(await authorizer.readRights(ada, 't')).toEqual(none), 5_000);
});

test('changed data counts when the verdict has had its time', async () => {
  await policy(`for select to authenticated using (exists (
    select from public.members m where m.room = realtime.topic()))`);
  await settled();
  expect(await authorizer.readRights(ada, 'r')).toEqual(none);
  await database.query(sql`insert into public.members values ('r', ${ada.userId ?? ''}, true)`);
  now += 4_999;
  expect(await authorizer.readRights(ada, 'r')).toEqual(none);
  now += 1;
  expect(await authorizer.readRights(ada, 'r')).toEqual(both);
});

test('equal questions at one time are one, other claims are another', async () => {
  const asked = vi.spyOn(database.as('authenticator'), 'request');
  await Promise.all(Array.from({ length: 50 }, () => authorizer.readRights(ada, 't')));
  expect(asked).toHaveBeenCalledTimes(1);
  await authorizer.readRights({ ...ada, claimsJson: `${ada.claimsJson} ` }, 't');
  await authorizer.readRights(ada, 'u');
  expect(asked).toHaveBeenCalledTimes(3);
  await Promise.all([
    authorizer.mayWrite(ada, 't', 'broadcast'),
    authorizer.mayWrite(ada, 't', 'broadcast'),
    authorizer.mayWrite(ada, 't', 'presence'),
  ]);
  expect(asked).toHaveBeenCalledTimes(5);
  asked.mockRestore();
});

test('nothing is kept while nobody tells of changes', async () => {
  authorizer.close();
  expect(await authorizer.readRights(ada, 't')).toEqual(none);
  await policy('for select to authenticated using (true)');
  expect(await authorizer.readRights(ada, 't')).toEqual(both);
});
