import type {
  ChangedRealtimeTable,
  RealtimeChannels,
  RealtimeClients,
  RealtimeStatus,
  RealtimeTable,
  TopicRights,
} from '@plinth/console';
import { sql } from '@plinth/postgres';
import { RealtimeClient } from '@supabase/realtime-js';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createTestTeam, type TestTeam, type Token } from '../../testkit/test-team.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let team: TestTeam;
let viewer: Token;
let developer: Token;

beforeAll(async () => {
  team = await createTestTeam();
  viewer = await team.member('viewer', 'viewer');
  developer = await team.member('viewer', 'developer');
});

afterEach(() =>
  team.project.run(`
    do $$ declare p text; begin
      for p in select policyname from pg_policies where tablename = 'messages' loop
        execute format('drop policy %I on realtime.messages', p);
      end loop;
    end $$;
    drop table if exists public.notes, public.parts, public.tall, public."odd ""name"`),
);

afterAll(() => team.close());

/** A client of the application, or with a token the one of its bearer. */
async function connect(token?: string): Promise<RealtimeClient> {
  const client = new RealtimeClient(`${team.url.replace('http', 'ws')}/realtime/v1`, {
    transport: WebSocket as never,
    params: { apikey: team.secrets.default.publishableKey },
    ...(token !== undefined && { accessToken: async () => token }),
  });
  onTestFinished(() => {
    client.disconnect();
  });
  // Otherwise the first join goes out without it.
  if (token !== undefined) await client.setAuth();
  return client;
}

/** How joining a topic ends. */
function join(client: RealtimeClient, topic: string, isPrivate = false): Promise<string> {
  return new Promise((resolve) => {
    client
      .channel(topic, { config: { private: isPrivate } })
      .on('presence', { event: 'sync' }, () => {})
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, () => {})
      .subscribe((status) => resolve(status));
  });
}

async function tables(): Promise<readonly RealtimeTable[]> {
  return (await team.call<RealtimeTable[]>('GET', '/realtime/tables', viewer)).body;
}

const tableOf = async (name: string): Promise<RealtimeTable | undefined> =>
  (await tables()).find((table) => table.name === name);

const change = (id: number | undefined, body: object, member = developer) =>
  team.call<ChangedRealtimeTable>('PATCH', `/realtime/tables/${id}`, member, body);

test('every call says which role it takes', async () => {
  const roles = { topic: 't', as: { role: 'anon' } };
  const calls: readonly (readonly [string, string, object | undefined, number])[] = [
    ['GET', '/realtime', undefined, 200],
    ['GET', '/realtime/channels', undefined, 200],
    ['GET', '/realtime/tables', undefined, 200],
    ['GET', '/realtime/clients', undefined, 403],
    ['POST', '/realtime/rights', roles, 403],
    ['PATCH', '/realtime/tables/1', {}, 403],
  ];
  const stranger = await team.member('viewer');
  const admin = await team.member('admin');
  for (const [method, path, body, status] of calls) {
    const answer = await team.call<{ code: string }>(method, path, viewer, body);
    expect({ path, status: answer.status }).toEqual({ path, status });
    if (status === 403) expect(answer.body.code).toBe('role_required');
    expect((await team.call(method, path, stranger, body)).status).toBe(404);
    expect((await team.call(method, path, null, body)).status).toBe(403);
    const expected = method === 'PATCH' ? 404 : 200;
    expect((await team.call(method, path, developer, body)).status).toBe(expected);
    expect((await team.call(method, path, admin, body)).status).toBe(expected);
  }
});

test('who is connected and which topics are joined; nothing of it is secret', async () => {
  await team.project.run(`
    create table public.notes (id int primary key);
    alter publication supabase_realtime add table public.notes`);
  expect(await join(await connect(), 'room:1')).toBe('SUBSCRIBED');
  expect(await join(await connect(developer), 'room:1')).toBe('SUBSCRIBED');
  expect(await join(await connect(developer), 'secret', true)).toBe('SUBSCRIBED');
  const { body: status } = await team.call<RealtimeStatus>('GET', '/realtime', viewer);
  expect(status).toMatchObject({
    clients: 3,
    channels: { publicTopics: 1, privateTopics: 1, joins: 3 },
    stream: { slot: expect.stringContaining('plinth'), lastError: null },
    limits: { privateOnly: false },
  });
  await expect
    .poll(async () => {
      const { body } = await team.call<RealtimeStatus>('GET', '/realtime', viewer);
      return [body.stream.state, body.changes.subscribers];
    })
    .toEqual(['streaming', 3]);
  const { body: channels } = await team.call<RealtimeChannels>('GET', '/realtime/channels', viewer);
  expect(channels).toEqual({
    total: 2,
    channels: [
      {
        topic: 'room:1',
        isPrivate: false,
        members: 2,
        presence: 2,
        bindings: ['INSERT public.notes'],
      },
      {
        topic: 'secret',
        isPrivate: true,
        members: 1,
        presence: 1,
        bindings: ['INSERT public.notes'],
      },
    ],
  });
  const found = await team.call<RealtimeChannels>('GET', '/realtime/channels?search=SEC', viewer);
  expect(found.body.channels.map(({ topic }) => topic)).toEqual(['secret']);
  const { body: clients } = await team.call<RealtimeClients>('GET', '/realtime/clients', developer);
  expect(clients).toMatchObject({ total: 3, next: null });
  expect(clients.clients[0]).toMatchObject({
    kind: 'member',
    role: 'service_role',
    channels: 1,
    topics: [{ topic: 'secret', isPrivate: true }],
    address: '127.0.0.1',
    waitingBytes: 0,
  });
  expect(clients.clients[2]).toMatchObject({ kind: 'publishable', role: 'anon', userId: null });
  const page = await team.call<RealtimeClients>('GET', '/realtime/clients?limit=2', developer);
  expect(page.body.clients.map(({ id }) => id)).toEqual(
    clients.clients.slice(0, 2).map(({ id }) => id),
  );
  const path = `/realtime/clients?limit=2&before=${page.body.next}`;
  const rest = await team.call<RealtimeClients>('GET', path, developer);
  expect(rest.body).toMatchObject({ total: 3, next: null, clients: [clients.clients[2]] });
  const some = await team.call<RealtimeClients>('GET', '/realtime/clients?search=anon', developer);
  expect(some.body).toMatchObject({ total: 1, clients: [{ role: 'anon' }] });
  const said = JSON.stringify([status, channels, clients]);
  expect(said).not.toContain(team.secrets.default.publishableKey);
  expect(said).not.toContain(developer);
});

test('members who may write join private topics whatever the policies say, others do not', async () => {
  expect(await join(await connect(developer), 'closed', true)).toBe('SUBSCRIBED');
  expect(await join(await connect(), 'closed', true)).toBe('CHANNEL_ERROR');
  expect(await join(await connect(viewer), 'closed', true)).toBe('CHANNEL_ERROR');
  expect(await join(await connect(viewer), 'open')).toBe('CHANNEL_ERROR');
});

test('policies are asked as somebody else, and nothing is left behind', async () => {
  const [ada] = await team.project.query<{ id: string }>(sql`
    insert into auth.users (id, email, role, raw_app_meta_data)
    values (gen_random_uuid(), 'ada@example.com', 'authenticated', '{"team": "blue"}') returning id`);
  await team.project.run(`
    create policy members on realtime.messages for select to authenticated
      using (realtime.topic() = 'team:' || (auth.jwt() -> 'app_metadata' ->> 'team'));
    create policy writers on realtime.messages for insert to authenticated
      with check (extension = 'broadcast' and auth.uid() is not null);
    create policy broken on realtime.messages for select to anon using (1 / 0 > 0)`);
  const ask = (topic: string, as: object) =>
    team.call<TopicRights>('POST', '/realtime/rights', developer, { topic, as });
  const both = { broadcast: true, presence: true };
  const none = { broadcast: false, presence: false };
  const some = { broadcast: true, presence: false };
  expect((await ask('team:blue', { userId: ada?.id })).body).toEqual({
    read: both,
    write: some,
    failure: null,
  });
  expect((await ask('team:red', { userId: ada?.id })).body).toMatchObject({
    read: none,
    write: some,
  });
  expect((await ask('team:blue', { role: 'authenticated' })).body).toMatchObject({
    read: none,
    write: none,
  });
  expect((await ask('team:blue', { role: 'service_role' })).body).toEqual({
    read: both,
    write: both,
    failure: null,
  });
  expect((await ask('team:blue', { role: 'anon' })).body).toEqual({
    read: none,
    write: none,
    failure: 'division by zero',
  });
  const nobody = { userId: '00000000-0000-0000-0000-000000000000' };
  expect(await ask('team:blue', nobody)).toMatchObject({
    status: 404,
    body: { code: 'user_not_found' },
  });
  for (const bad of [{ role: 'postgres' }, { userId: 'x' }, {}]) {
    expect((await ask('t', bad)).status).toBe(400);
  }
  expect((await ask('a\0b', { role: 'service_role' })).body).toMatchObject({ read: none });
  const [left] = await team.project.query(sql`select count(*)::int as n from realtime.messages`);
  expect(left).toEqual({ n: 0 });
});

test('a table is published and taken back, with secure deletes, each a migration', async () => {
  await team.project.run(`
    create table public.notes (id int primary key);
    alter table public.notes enable row level security;
    create table public."odd ""name" (id int)`);
  const notes = await tableOf('notes');
  expect(notes).toEqual({
    id: expect.any(Number),
    schema: 'public',
    name: 'notes',
    kind: 'table',
    publishedBy: null,
    rlsEnabled: true,
    hasKey: true,
    replicaIdentity: 'default',
  });
  const published = await change(notes?.id, { published: true, secureDeletes: true });
  expect(published).toMatchObject({
    status: 200,
    body: {
      sql: 'alter publication supabase_realtime add table "public"."notes";\nalter table "public"."notes" replica identity full;\n',
      table: { publishedBy: 'table', replicaIdentity: 'full' },
    },
  });
  expect((await change(notes?.id, { published: true })).body).toMatchObject({ sql: '' });
  await change(notes?.id, { published: false, secureDeletes: false });
  expect(await tableOf('notes')).toEqual(notes);
  const odd = await tableOf('odd "name');
  expect(odd).toMatchObject({ hasKey: false });
  expect((await change(odd?.id, { published: true })).body.table.publishedBy).toBe('table');
  const history = await team.project.query<{ name: string }>(
    sql`select name from supabase_migrations.schema_migrations order by version`,
  );
  expect(history.map(({ name }) => name)).toEqual([
    expect.stringContaining('publish_secure_deletes_notes'),
    expect.stringContaining('unpublish_plain_deletes_notes'),
    expect.stringContaining('publish_odd'),
  ]);
  const log = await team.control.query<{ target: string }>(
    sql`select target from console.audit_log where action = 'realtime.change-table' order by id`,
  );
  expect(log.map(({ target }) => target)).toEqual([
    'public.notes',
    'public.notes',
    'public.odd "name',
  ]);
});

test('what cannot be changed here says why', async () => {
  await team.project.run(`
    create table public.parts (id int primary key) partition by range (id);
    create table public.tall (id int primary key);
    create table public.parts_1 partition of public.parts for values from (0) to (10)`);
  const parts = await tableOf('parts');
  expect(parts).toMatchObject({ kind: 'partitioned table' });
  expect(await tableOf('parts_1')).toBeUndefined();
  expect(await change(parts?.id, { secureDeletes: true })).toMatchObject({
    status: 409,
    body: { code: 'partitioned_identity' },
  });
  const [users] = await team.project.query<{ id: number }>(
    sql`select 'auth.users'::regclass::oid::int as id`,
  );
  expect(await change(users?.id, { published: true })).toMatchObject({
    status: 403,
    body: { code: 'system_schema' },
  });
  await team.project.as().script('alter publication supabase_realtime add tables in schema public');
  expect(await change(parts?.id, { published: false })).toMatchObject({
    status: 409,
    body: { code: 'published_elsewhere' },
  });
  await team.project.as().script('create publication plinth_realtime_all for table public.tall');
  expect(await tableOf('tall')).toMatchObject({ publishedBy: 'all' });
  await team.project.as().script('drop publication plinth_realtime_all');
  await team.project.run('drop publication supabase_realtime');
  expect((await change(parts?.id, { published: true })).body).toMatchObject({
    sql: 'create publication supabase_realtime;\nalter publication supabase_realtime add table "public"."parts";\n',
  });
});
