import { sql } from '@plinth/postgres';
import type { RealtimeChannel } from '@supabase/realtime-js';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { RawSocket } from '../../test/adapters/raw-socket.ts';
import {
  type RealtimeBackend,
  startRealtime,
  subscribed,
} from '../../test/adapters/realtime-backend.ts';

/** Everybody signed in reads and writes topics that begin with their id; everybody reads announcements. */
const schema = `
  create policy "own topics" on realtime.messages for all to authenticated
    using (realtime.topic() like (select auth.uid())::text || ':%')
    with check (realtime.topic() like (select auth.uid())::text || ':%');
  create policy "announcements" on realtime.messages for select to anon, authenticated
    using (realtime.topic() = 'announcements' and extension = 'broadcast');`;

const ann = '00000000-0000-4000-8000-00000000000a';
const bob = '00000000-0000-4000-8000-00000000000b';

let backend: RealtimeBackend;
beforeAll(async () => {
  backend = await startRealtime({ schema });
});
afterAll(() => backend.close());

/** Everything that a channel hears of an event. */
function heard(channel: RealtimeChannel, event = '*'): unknown[] {
  const messages: unknown[] = [];
  channel.on('broadcast', { event }, (message) => messages.push(message));
  return messages;
}

async function raw(vsn = '2.0.0', apikey = backend.anonKey): Promise<RawSocket> {
  const socket = await RawSocket.open(backend.endpoint, { vsn, apikey });
  onTestFinished(() => socket.close());
  return socket;
}

/** A private channel of a user. */
async function privateChannel(user: string, topic: string): Promise<RealtimeChannel> {
  const client = backend.client();
  await client.setAuth(await backend.token(user));
  return client.channel(topic, { config: { private: true } });
}

function post(
  path: string,
  init: RequestInit = {},
  key = backend.serviceRoleKey,
): Promise<Response> {
  const headers = { apikey: key, 'content-type': 'application/json', ...init.headers };
  return backend.call(path, { method: 'POST', ...init, headers });
}

const sendAll = (messages: unknown, key?: string): Promise<Response> =>
  post('/api/broadcast', { body: JSON.stringify({ messages }) }, key);

test('what one client sends, the others of the topic get, and the sender does not', async () => {
  const [one, two, elsewhere] = [backend.client(), backend.client(), backend.client()];
  const [sender, receiver, other] = [
    one.channel('room'),
    two.channel('room'),
    elsewhere.channel('room2'),
  ];
  const [echo, got, strayed] = [heard(sender), heard(receiver), heard(other)];
  await Promise.all([subscribed(sender), subscribed(receiver), subscribed(other)]);
  for (const n of [1, 2, 3]) {
    await sender.send({ type: 'broadcast', event: 'hello', payload: { n } });
  }
  await vi.waitFor(() => expect(got).toHaveLength(3));
  expect(got).toEqual(
    [1, 2, 3].map((n) => ({ type: 'broadcast', event: 'hello', payload: { n } })),
  );
  expect([echo, strayed]).toEqual([[], []]);
});

test('a sender that wants its own gets it, and an acknowledgement', async () => {
  const channel = backend
    .client()
    .channel('own', { config: { broadcast: { self: true, ack: true } } });
  const got = heard(channel);
  await subscribed(channel);
  expect(await channel.send({ type: 'broadcast', event: 'e', payload: { text: 'ü🌍' } })).toBe(
    'ok',
  );
  await vi.waitFor(() =>
    expect(got).toEqual([{ type: 'broadcast', event: 'e', payload: { text: 'ü🌍' } }]),
  );
});

test('bytes arrive as bytes', async () => {
  const [sender, receiver] = [backend.client().channel('b'), backend.client().channel('b')];
  const got = heard(receiver);
  await Promise.all([subscribed(sender), subscribed(receiver)]);
  const payload = Uint8Array.from([0, 255, 1, 254]).buffer;
  await sender.send({ type: 'broadcast', event: 'e', payload });
  await vi.waitFor(() => expect(got).toHaveLength(1));
  expect(Buffer.from((got[0] as { payload: ArrayBuffer }).payload)).toEqual(Buffer.from(payload));
});

test('both versions of the protocol hear each other; bytes are kept from the one that cannot say them', async () => {
  const [first, second] = [await raw('1.0.0'), await raw('2.0.0')];
  const join = { topic: 'realtime:mix', event: 'phx_join', payload: { config: {} }, ref: '1' };
  first.webSocket.send(JSON.stringify(join));
  await first.next(({ event }) => event === 'phx_reply');
  await second.join('realtime:mix');
  const envelope = { type: 'broadcast', event: 'e', payload: { n: 1 }, extra: true };
  const push = { topic: 'realtime:mix', event: 'broadcast', payload: envelope, ref: '2' };
  first.webSocket.send(JSON.stringify(push));
  // As its sender wrote it, and as text.
  expect(await second.next(({ event }) => event === 'broadcast')).toEqual({
    joinRef: null,
    ref: null,
    topic: 'realtime:mix',
    event: 'broadcast',
    payload: envelope,
  });
  const name = Buffer.from('realtime:mix');
  const binary = (encoding: number, payload: string) =>
    Buffer.concat([
      Buffer.from([3, 0, 0, name.length, 1, 0, encoding]),
      name,
      Buffer.from(`e${payload}`),
    ]);
  second.webSocket.send(binary(0, 'bytes'));
  second.webSocket.send(binary(1, '{"n":2}'));
  expect((await first.next(({ event }) => event === 'broadcast')).payload).toEqual({
    type: 'broadcast',
    event: 'e',
    payload: { n: 2 },
  });
  expect(first.heard.filter(({ event }) => event === 'broadcast')).toHaveLength(1);
});

test('a broadcast that is no object, or forges what the protocol means, reaches nobody as that', async () => {
  const [sender, receiver] = [await raw(), await raw()];
  await sender.join('realtime:forge');
  await receiver.join('realtime:forge');
  for (const payload of ['x', 7, null, ['a']]) {
    sender.send(null, null, 'realtime:forge', 'broadcast', payload);
  }
  for (const event of ['phx_close', 'postgres_changes', 'presence_diff', 'system']) {
    sender.send(null, null, 'realtime:forge', event, { ids: [1], message: 'x' });
  }
  const last = { type: 'broadcast', event: 'last', payload: {} };
  sender.send(null, null, 'realtime:forge', 'broadcast', last);
  await receiver.next(({ event }) => event === 'broadcast');
  expect(receiver.heard.map(({ event }) => event)).toEqual(['phx_reply', 'broadcast']);
});

test('private topics are for whom the policies let in; public ones of the same name are others', async () => {
  const topic = `${ann}:notes`;
  const [own, other] = [await privateChannel(ann, topic), await privateChannel(ann, topic)];
  const open = backend.client().channel(topic);
  const [got, leaked] = [heard(other), heard(open)];
  await Promise.all([subscribed(own), subscribed(other), subscribed(open)]);
  await expect(subscribed(await privateChannel(bob, topic))).rejects.toThrow(
    `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
  );
  await own.send({ type: 'broadcast', event: 'e', payload: { n: 1 } });
  await vi.waitFor(() => expect(got).toHaveLength(1));
  expect(leaked).toEqual([]);
});

test('who may only read sends nothing, and is not told', async () => {
  const [reader, receiver] = [
    await privateChannel(bob, 'announcements'),
    await privateChannel(ann, 'announcements'),
  ];
  const got = heard(receiver);
  await Promise.all([subscribed(reader), subscribed(receiver)]);
  await reader.send({ type: 'broadcast', event: 'forged', payload: {} });
  const spoken = [{ topic: 'announcements', event: 'true', payload: {}, private: true }];
  await sendAll(spoken, await backend.token(bob));
  await sendAll(spoken);
  await vi.waitFor(() => expect(got).toHaveLength(1));
  expect(got).toEqual([{ type: 'broadcast', event: 'true', payload: {} }]);
});

test('presence of a private topic is for whom the policies let see and show themselves', async () => {
  const own = `realtime:${ann}:present`;
  const [member, guest] = [
    await raw('2.0.0', await backend.token(ann)),
    await raw('2.0.0', await backend.token(bob)),
  ];
  const config = { private: true, presence: { enabled: true, key: 'k' } };
  const track = { type: 'presence', event: 'track', payload: { here: true } };
  await member.join(own, { config });
  await member.next(({ event }) => event === 'presence_state');
  expect((await member.ask(own, 'presence', track)).payload.status).toBe('ok');
  await member.next(({ event }) => event === 'presence_diff');
  // Announcements may be read, but not who reads them.
  await guest.join('realtime:announcements', { config });
  expect((await guest.ask('realtime:announcements', 'presence', track)).payload.status).toBe(
    'error',
  );
  const service = await raw('2.0.0', backend.serviceRoleKey);
  await service.join('realtime:announcements', { config });
  await service.ask('realtime:announcements', 'presence', track);
  await service.next(({ event }) => event === 'presence_diff');
  await guest.ask('realtime:announcements', 'phx_leave', {});
  expect(guest.heard.filter(({ event }) => event.startsWith('presence'))).toEqual([]);
});

test('a new token that reads no longer closes the private channel', async () => {
  const socket = await raw();
  const config = { private: true };
  const access_token = await backend.token(ann);
  const { payload } = await socket.join(`realtime:${ann}:x`, { config, access_token });
  expect(payload.status).toBe('ok');
  socket.send(null, null, `realtime:${ann}:x`, 'access_token', {
    access_token: await backend.token(bob),
  });
  expect((await socket.next(({ event }) => event === 'system')).payload).toEqual({
    extension: 'system',
    status: 'error',
    message: `You do not have permissions to read from this Channel topic: ${ann}:x`,
    channel: `${ann}:x`,
  });
  await socket.next(({ event }) => event === 'phx_close');
});

test('HTTP: many messages in one call, and what is wrong with them', async () => {
  const channel = backend.client().channel('http');
  const got = heard(channel);
  await subscribed(channel);
  const message = { topic: 'http', event: 'e', payload: { n: 1 } };
  const accepted = await sendAll([message, { ...message, private: false }], backend.anonKey);
  expect([accepted.status, await accepted.text()]).toEqual([202, '']);
  await vi.waitFor(() => expect(got).toHaveLength(2));
  expect(got[0]).toEqual({ type: 'broadcast', event: 'e', payload: { n: 1 } });
  const wrong = async (body: unknown): Promise<unknown> => {
    const response = await post('/api/broadcast', { body: JSON.stringify(body) });
    expect(response.status).toBe(422);
    return ((await response.json()) as { errors: unknown }).errors;
  };
  expect(await wrong({})).toEqual({ messages: ["can't be blank"] });
  expect(await wrong({ messages: 'x' })).toEqual({ messages: ['is invalid'] });
  expect(await wrong({ messages: [message, { topic: 7, payload: {} }] })).toEqual({
    messages: [{}, { topic: ['is invalid'], event: ["can't be blank"] }],
  });
  const big = { ...message, payload: { text: 'x'.repeat(3_000_001) } };
  expect(await wrong({ messages: [big] })).toEqual({
    messages: [{ payload: ['Payload size exceeds tenant limit'] }],
  });
  expect((await backend.call('/api/broadcast', { method: 'POST' })).status).toBe(401);
  expect((await sendAll([message], 'nonsense')).status).toBe(401);
  expect((await post('/api/broadcast', { body: '{' })).status).toBe(400);
});

test('HTTP: one message through realtime-js, JSON and bytes, public and private', async () => {
  const topic = `${ann}:http`;
  const [open, closed] = [backend.client().channel('one/two'), await privateChannel(ann, topic)];
  const [got, gotClosed] = [heard(open), heard(closed)];
  await Promise.all([subscribed(open), subscribed(closed)]);
  const sender = backend.client().channel('one/two');
  expect(await sender.httpSend('an event', { n: 1 })).toEqual({ success: true });
  await vi.waitFor(() =>
    expect(got).toEqual([{ type: 'broadcast', event: 'an event', payload: { n: 1 } }]),
  );
  const path = (name: string, isPrivate: boolean): string =>
    `/api/broadcast/${encodeURIComponent(name)}/events/e?private=${isPrivate}`;
  const token = await backend.token(ann);
  const authorization = { authorization: `Bearer ${token}` };
  const sent = await post(path(topic, true), { body: '{"n":2}', headers: authorization });
  expect(sent.status).toBe(202);
  await vi.waitFor(() => expect(gotClosed).toHaveLength(1));
  const stranger = { authorization: `Bearer ${await backend.token(bob)}` };
  const refused = await post(path(topic, true), { body: '{}', headers: stranger });
  expect([refused.status, await refused.json()]).toEqual([403, { message: 'Unauthorized' }]);
  const type = { 'content-type': 'text/plain' };
  const unknown = await post(path('a', false), { body: 'x', headers: type });
  expect([unknown.status, await unknown.json()]).toEqual([
    415,
    { error: 'Unsupported Media Type. Use application/json or application/octet-stream' },
  ]);
  expect((await post(path('a', false), { body: '{' })).status).toBe(422);
  const bytes = { 'content-type': 'application/octet-stream' };
  await post(path('one/two', false), { body: Uint8Array.from([1, 2]), headers: bytes });
  await vi.waitFor(() => expect(got).toHaveLength(2));
  expect(Buffer.from((got[1] as { payload: ArrayBuffer }).payload)).toEqual(Buffer.from([1, 2]));
});

test('messages that SQL sends arrive, with their ids', async () => {
  const topic = `${ann}:sql`;
  const [open, closed] = [backend.client().channel('sql'), await privateChannel(ann, topic)];
  const [got, gotClosed] = [heard(open), heard(closed)];
  await Promise.all([subscribed(open), subscribed(closed)]);
  await backend.database.query(sql`
    select realtime.send('{"n":1}', 'e', 'sql', false), realtime.send('{"n":2}', 'e', ${topic}, true)`);
  await vi.waitFor(() => expect([got, gotClosed].map(({ length }) => length)).toEqual([1, 1]));
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(got).toEqual([{ type: 'broadcast', event: 'e', payload: { n: 1, id }, meta: { id } }]);
});

test('a join gets the stored messages of its topic first, and each message once', async () => {
  const topic = `${ann}:replay`;
  const send = (from: number, to: number) =>
    backend.database.query(sql`
      select realtime.send(jsonb_build_object('n', n), 'e', ${topic}, true)
      from generate_series(${from}::int, ${to}::int) as n`);
  await send(1, 30);
  const socket = await raw('2.0.0', await backend.token(ann));
  const config = { private: true, broadcast: { replay: { since: 0, limit: 5 } } };
  socket.send('1', '1', `realtime:${topic}`, 'phx_join', { config });
  // While the join is under way: whether stored or new, each comes once.
  await send(31, 40);
  const numbers = () =>
    socket.heard
      .filter(({ event }) => event === 'broadcast')
      .map(({ payload }) => payload.payload.n);
  await vi.waitFor(() => expect(numbers()).toContain(40), { timeout: 10_000 });
  const all = numbers();
  expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
  const replayed = socket.heard.filter(({ payload }) => payload.meta?.replayed === true);
  expect(replayed).toHaveLength(5);
  expect(all).toEqual(Array.from({ length: all.length }, (_, index) => 41 - all.length + index));
});
