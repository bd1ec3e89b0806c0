import { sql } from '@plinth/postgres';
import type { RealtimeChannel } from '@supabase/realtime-js';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import WebSocket from 'ws';
import { connectOld, joined } from '../../test/adapters/older-clients.ts';
import { RawSocket } from '../../test/adapters/raw-socket.ts';
import {
  type RealtimeBackend,
  startRealtime,
  subscribed,
} from '../../test/adapters/realtime-backend.ts';

const schema = `
  create table public.todos (id int primary key, owner uuid, title text);
  alter table public.todos enable row level security;
  create policy "own" on public.todos for select to authenticated using ((select auth.uid()) = owner);
  grant select on public.todos to anon, authenticated;
  create table public.news (id int primary key, title text);
  grant select on public.news to anon, authenticated;
  alter publication supabase_realtime add table public.todos, public.news;`;

const ann = '00000000-0000-4000-8000-00000000000a';
const bob = '00000000-0000-4000-8000-00000000000b';

let backend: RealtimeBackend;
beforeAll(async () => {
  backend = await startRealtime({ schema });
});
afterAll(() => backend.close());

type Change = { readonly eventType: string; readonly new: Record<string, unknown> };

function changes(channel: RealtimeChannel, filter: object): Change[] {
  const seen: Change[] = [];
  channel.on('postgres_changes' as never, filter as never, (change: Change) => seen.push(change));
  return seen;
}

const insert = (id: number, owner: string): Promise<unknown> =>
  backend.database.query(sql`insert into todos values (${id}, ${owner}, 'x')`);

async function clientOf(user: string) {
  const client = backend.client();
  await client.setAuth(await backend.token(user));
  return client;
}

async function raw(vsn = '2.0.0', apikey = backend.anonKey): Promise<RawSocket> {
  const socket = await RawSocket.open(backend.endpoint, { vsn, apikey });
  onTestFinished(() => socket.close());
  return socket;
}

const changesOf = (socket: RawSocket): number[] =>
  socket.heard
    .filter(({ event }) => event === 'postgres_changes')
    .map(({ payload }) => payload.data.record.id);

test('what is written the moment after SUBSCRIBED arrives, at whom the policies let see it', async () => {
  const [mine, theirs] = [(await clientOf(ann)).channel('a'), (await clientOf(bob)).channel('b')];
  const all = { event: '*', schema: 'public', table: 'todos' };
  const [seen, others] = [changes(mine, all), changes(theirs, all)];
  await Promise.all([subscribed(mine), subscribed(theirs)]);
  await insert(1, ann);
  await insert(2, bob);
  await vi.waitFor(() => expect([seen, others].map(({ length }) => length)).toEqual([1, 1]));
  expect(seen[0]).toMatchObject({ eventType: 'INSERT', new: { id: 1, owner: ann, title: 'x' } });
  expect(others[0]?.new.id).toBe(2);
});

test('the reply echoes each binding with an id, and the news come after it', async () => {
  const socket = await raw();
  const bindings = [
    { event: 'INSERT', schema: 'public', table: 'news', filter: 'id=gt.10', extra: 1 },
    { event: '*', schema: 'public', table: 'news' },
    { event: '*', schema: 'public', table: 'news' },
  ];
  const { payload } = await socket.join('realtime:news', {
    config: { postgres_changes: bindings },
  });
  expect(payload.response.postgres_changes).toEqual(
    bindings.map((each) => ({ ...each, id: expect.any(Number) })),
  );
  expect((await socket.next(({ event }) => event === 'system')).payload).toEqual({
    message: 'Subscribed to PostgreSQL',
    status: 'ok',
    extension: 'postgres_changes',
    channel: 'news',
  });
  await backend.database.query(sql`insert into news values (5, 'a'), (11, 'b')`);
  await vi.waitFor(() => expect(changesOf(socket)).toEqual([5, 11]));
  const [first, , third] = payload.response.postgres_changes.map(({ id }: { id: number }) => id);
  const ids = socket.heard.filter(({ event }) => event === 'postgres_changes');
  expect(new Set(ids[1]?.payload.ids)).toEqual(new Set([first, third]));
  expect(ids[0]?.payload.ids).not.toContain(first);
});

test('what cannot be subscribed to is said, and the channel stays; who insists is refused', async () => {
  const socket = await raw();
  const messageFor = async (topic: string, bindings: unknown): Promise<string> => {
    const config = { postgres_changes: bindings };
    expect((await socket.join(`realtime:${topic}`, { config })).payload.status).toBe('ok');
    const system = await socket.next(
      ({ event, payload }) => event === 'system' && payload.channel === topic,
    );
    expect(system.payload).toMatchObject({ status: 'error', extension: 'postgres_changes' });
    return system.payload.message;
  };
  expect(await messageFor('none', [{ event: '*' }])).toMatch(/^No subscription params provided\./);
  expect(await messageFor('missing', [{ event: '*', schema: 'public', table: 'nope' }])).toMatch(
    /^Unable to subscribe to changes with given parameters\./,
  );
  expect(
    await messageFor('filter', [{ event: '*', schema: 'public', table: 'news', filter: 'foo' }]),
  ).toMatch(/^Error parsing `filter` params:/);
  expect((await socket.ask('realtime:filter', 'phx_leave', {})).payload.status).toBe('ok');
  const config = {
    postgres_changes: [{ event: '*', schema: 'public', table: 'nope' }],
    postgres_changes_options: { wait: true },
  };
  const { payload } = await socket.join('realtime:insists', { config });
  expect(payload.response.reason).toMatch(/^RealtimeDisabledForConfiguration: Unable to subscribe/);
});

test('a new token changes what is seen', async () => {
  const socket = await raw();
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'todos' }] };
  const access_token = await backend.token(ann);
  await socket.join('realtime:turn', { config, access_token });
  await insert(10, ann);
  await vi.waitFor(() => expect(changesOf(socket)).toEqual([10]));
  socket.send(null, null, 'realtime:turn', 'access_token', {
    access_token: await backend.token(bob),
  });
  await socket.ask('realtime:turn', 'presence', { type: 'presence', event: 'untrack' });
  await insert(11, ann);
  await insert(12, bob);
  await vi.waitFor(() => expect(changesOf(socket)).toEqual([10, 12]));
});

test('who comes back after the connection broke gets what was missed; who is new does not', async () => {
  const apikey = await backend.token(ann, 3600, { session_id: 'session-1' });
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'todos' }] };
  const before = await raw('2.0.0', apikey);
  await before.join('realtime:back', { config }, '1');
  await insert(20, ann);
  await vi.waitFor(() => expect(changesOf(before)).toEqual([20]));
  before.webSocket.terminate();
  await before.end();
  await insert(21, ann);
  const fresh = await raw('2.0.0', apikey);
  await fresh.join('realtime:back', { config }, '1');
  const returned = await raw('2.0.0', apikey);
  await returned.join('realtime:back', { config }, '7');
  await insert(22, ann);
  await vi.waitFor(() => expect(changesOf(returned)).toContain(22));
  await vi.waitFor(() => expect(changesOf(fresh)).toContain(22));
  expect(changesOf(fresh)).toEqual([22]);
  expect(changesOf(returned).slice(-2)).toEqual([21, 22]);
});

test('realtime-js comes back by itself and gets what was missed, once; after a reload it does not', async () => {
  const sockets: WebSocket[] = [];
  class Breakable extends WebSocket {
    constructor(...all: ConstructorParameters<typeof WebSocket>) {
      super(...all);
      sockets.push(this);
    }
  }
  const apikey = await backend.token(ann, 3600, { session_id: 'session-2' });
  const connect = () =>
    backend.client(apikey, { transport: Breakable as never, reconnectAfterMs: () => 300 });
  const all = { event: '*', schema: 'public', table: 'todos' };
  const channel = connect().channel('page');
  const seen = changes(channel, all);
  const ids = (list: readonly Change[]) => list.map((change) => change.new.id);
  await subscribed(channel);
  await insert(40, ann);
  await vi.waitFor(() => expect(ids(seen)).toEqual([40]));
  sockets[0]?.terminate();
  await insert(41, ann);
  await vi.waitFor(() => expect(ids(seen)).toContain(41), { timeout: 10_000 });
  await insert(42, ann);
  await vi.waitFor(() => expect(ids(seen)).toContain(42));
  expect(new Set(ids(seen))).toEqual(new Set([40, 41, 42]));
  expect(ids(seen).filter((id) => id !== 40)).toEqual([41, 42]);
  sockets.at(-1)?.terminate();
  const reloaded = connect().channel('page');
  const later = changes(reloaded, all);
  await subscribed(reloaded);
  await insert(43, ann);
  await vi.waitFor(() => expect(ids(later)).toContain(43));
  expect(ids(later)).toEqual([43]);
});

test.each(['realtime-js-0', 'realtime-js-1'] as const)(
  '%s gets each kind of change as an event',
  async (name) => {
    const client = connectOld(name, backend.endpoint, backend.anonKey);
    const id = name === 'realtime-js-0' ? 30 : 31;
    const channel = client.channel(`realtime:public:news:id=eq.${id}`);
    const seen: unknown[] = [];
    for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
      channel.on(event, (payload) => seen.push(payload));
    }
    await joined(channel);
    await backend.database.query(sql`insert into news values (${id}, 'a')`);
    await backend.database.query(sql`update news set title = 'b' where id = ${id}`);
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    expect(seen).toEqual([
      expect.objectContaining({ type: 'INSERT', record: { id, title: 'a' } }),
      expect.objectContaining({ type: 'UPDATE', record: { id, title: 'b' } }),
    ]);
  },
);
