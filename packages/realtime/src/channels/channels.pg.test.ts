import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { RawSocket } from '../../test/adapters/raw-socket.ts';
import { type RealtimeBackend, startRealtime } from '../../test/adapters/realtime-backend.ts';

let backend: RealtimeBackend;
beforeAll(async () => {
  backend = await startRealtime();
});
afterAll(() => backend.close());

/** A socket of the anon key (or of `apikey`) that is closed when the test ends. */
async function open(apikey = backend.anonKey, vsn = '2.0.0'): Promise<RawSocket> {
  const socket = await RawSocket.open(backend.endpoint, { vsn, apikey });
  onTestFinished(() => socket.close());
  return socket;
}

test('a heartbeat is answered; frames that are no messages are dropped and the socket stays', async () => {
  const socket = await open();
  for (const frame of ['', '{', '[]', '[1,2,3]', '{"topic":"phoenix"}', 'null', '[{},[],1,2,3]']) {
    socket.webSocket.send(frame);
  }
  socket.webSocket.send(Buffer.from([3, 200, 1, 1]));
  socket.webSocket.send(Buffer.from([0xff, 0xfe, 0x00]));
  socket.webSocket.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false });
  socket.send(null, '7', 'phoenix', 'heartbeat', {});
  const answer = await socket.next(() => true);
  expect(answer).toEqual({
    joinRef: null,
    ref: '7',
    topic: 'phoenix',
    event: 'phx_reply',
    payload: { status: 'ok', response: {} },
  });
  expect(socket.heard).toHaveLength(1);
});

test('a join is answered with an empty list, in the shapes of both versions', async () => {
  const socket = await open();
  expect(await socket.join('realtime:a')).toEqual({
    joinRef: 'j1',
    ref: 'j1',
    topic: 'realtime:a',
    event: 'phx_reply',
    payload: { status: 'ok', response: { postgres_changes: [] } },
  });
  const first = await open(backend.anonKey, '1.0.0');
  const join = { topic: 'realtime:a', event: 'phx_join', payload: { config: {} }, ref: '1' };
  first.webSocket.send(JSON.stringify(join));
  await first.next(() => true);
  expect(JSON.parse(String(first.frames[0]?.data))).toEqual({
    topic: 'realtime:a',
    event: 'phx_reply',
    payload: { status: 'ok', response: { postgres_changes: [] } },
    ref: '1',
  });
});

test('topics that are not joined, or are none, are refused as upstream refuses them', async () => {
  const socket = await open();
  const unmatched = { status: 'error', response: { reason: 'unmatched topic' } };
  expect((await socket.ask('realtime:no', 'broadcast', {})).payload).toEqual(unmatched);
  expect((await socket.join('elsewhere:a')).payload).toEqual(unmatched);
  expect((await socket.ask('phoenix', 'other', {})).payload).toEqual(unmatched);
  expect((await socket.join('realtime:')).payload.response.reason).toBe(
    'TopicNameRequired: You must provide a topic name',
  );
  expect((await socket.ask('realtime:no', 'phx_leave', {})).payload).toEqual({
    status: 'ok',
    response: {},
  });
});

test('a config that means nothing is taken for the default, and booleans may be texts', async () => {
  const socket = await open();
  const odd = [
    null,
    7,
    'x',
    [],
    { config: 7 },
    { config: { broadcast: [], presence: 'x', private: 'no' } },
  ];
  for (const [index, payload] of odd.entries()) {
    socket.send('1', `o${index}`, `realtime:odd${index}`, 'phx_join', payload);
    const { payload: answer } = await socket.next(({ ref }) => ref === `o${index}`);
    expect([payload, answer.status]).toEqual([payload, 'ok']);
  }
  const config = { broadcast: { self: 'True', ack: 'TRUE' } };
  await socket.join('realtime:texts', { config });
  const message = { type: 'broadcast', event: 'e', payload: { a: 1 } };
  expect((await socket.ask('realtime:texts', 'broadcast', message)).payload.status).toBe('ok');
  expect((await socket.next(({ event }) => event === 'broadcast')).payload).toEqual(message);
});

test('joining a joined topic closes the old channel first', async () => {
  const socket = await open();
  await socket.join('realtime:twice', { config: {} }, 'old');
  await socket.join('realtime:twice', { config: {} }, 'new');
  expect(socket.heard.map(({ event, ref, joinRef }) => [event, ref, joinRef])).toEqual([
    ['phx_reply', 'old', 'old'],
    ['phx_close', 'old', 'old'],
    ['phx_reply', 'new', 'new'],
  ]);
});

test('a leave and a join that follow each other at once keep their order', async () => {
  const socket = await open();
  await socket.join('realtime:again', { config: {} }, '1');
  socket.send('1', '2', 'realtime:again', 'phx_leave', {});
  socket.send('3', '3', 'realtime:again', 'phx_join', { config: {} });
  // The leave of the channel that is gone, late: it must not take the new one with it.
  socket.send('1', '4', 'realtime:again', 'phx_leave', {});
  const push = { type: 'broadcast', event: 'x', payload: {} };
  socket.send('3', '5', 'realtime:again', 'broadcast', push);
  expect((await socket.ask('realtime:again', 'phx_leave', {}, '3')).payload.status).toBe('ok');
  expect(socket.heard.map(({ event, ref }) => [event, ref]).slice(1, 4)).toEqual([
    ['phx_reply', '2'],
    ['phx_close', '1'],
    ['phx_reply', '3'],
  ]);
  expect(socket.heard.filter(({ event }) => event === 'phx_close')).toHaveLength(2);
});

test('what follows a join that waits for its answer waits too, in order; other topics do not', async () => {
  const token = await backend.token('u');
  const socket = await open();
  const config = { private: true };
  socket.send('1', '1', 'realtime:private', 'phx_join', { config, access_token: token });
  socket.send('1', '2', 'realtime:private', 'broadcast', {});
  socket.send('1', '3', 'realtime:private', 'phx_leave', {});
  socket.send('9', '9', 'realtime:public', 'phx_join', { config: {} });
  await socket.next(({ ref }) => ref === '3');
  const order = socket.heard.map(({ ref, payload }) => [ref, payload.status]);
  expect(order[0]).toEqual(['9', 'ok']);
  expect(order.slice(1)).toEqual([
    ['1', 'error'],
    ['2', 'error'],
    ['3', 'ok'],
  ]);
  expect(socket.heard[1]?.payload.response.reason).toBe(
    'Unauthorized: You do not have permissions to read from this Channel topic: private',
  );
});

test('tokens of a join are checked, and each refusal has its words', async () => {
  const socket = await open();
  const expired = await backend.token('u', -10);
  const forged = `${(await backend.token('u')).slice(0, -8)}AAAAAAAA`;
  const reasons: string[] = [];
  for (const [index, access_token] of [expired, forged, 'nonsense'].entries()) {
    const { payload } = await socket.join(`realtime:t${index}`, { config: {}, access_token });
    reasons.push(payload.response.reason);
  }
  expect(reasons[0]).toMatch(/^InvalidJWTToken: Token has expired 1\d seconds ago$/);
  expect(reasons.slice(1)).toEqual([
    'JwtSignatureError: Failed to validate JWT signature',
    'MalformedJWT: The token provided is not a valid JWT',
  ]);
  // Keys are no tokens: the socket's own is used.
  const access_token = 'sb_publishable_whatever';
  expect((await socket.join('realtime:k', { config: {}, access_token })).payload.status).toBe('ok');
});

test('a channel whose token ends says so and closes; the socket stays', async () => {
  const socket = await open();
  const access_token = await backend.token('u', 2);
  await socket.join('realtime:short', { config: {}, access_token });
  await socket.join('realtime:long');
  const { payload } = await socket.next(({ event }) => event === 'system');
  expect(payload).toMatchObject({ extension: 'system', status: 'error', channel: 'short' });
  expect(payload.message).toMatch(/^Token has expired \d seconds ago$/);
  const { topic } = await socket.next(({ event }) => event === 'phx_close');
  expect(topic).toBe('realtime:short');
  expect((await socket.ask('realtime:long', 'phx_leave', {})).payload.status).toBe('ok');
});

test('a new token takes the place of one that ends, and a bad one closes the channel', async () => {
  const socket = await open();
  const access_token = await backend.token('u', 3);
  await socket.join('realtime:kept', { config: {}, access_token });
  await socket.join('realtime:bad', { config: {}, access_token });
  await socket.join('realtime:ends', { config: {}, access_token });
  socket.send(null, '1', 'realtime:kept', 'access_token', {
    access_token: await backend.token('u', 600),
  });
  // None of these is a token.
  for (const value of [null, access_token, 'sb_publishable_x', 7, {}]) {
    socket.send(null, '2', 'realtime:ends', 'access_token', { access_token: value });
  }
  socket.send(null, '3', 'realtime:ends', 'access_token', null);
  socket.send(null, '4', 'realtime:bad', 'access_token', { access_token: 'x.y.z' });
  await socket.next(({ event, topic }) => event === 'phx_close' && topic === 'realtime:bad');
  await socket.next(({ event, topic }) => event === 'phx_close' && topic === 'realtime:ends');
  const closed = socket.heard.filter(({ event }) => event === 'phx_close');
  expect(closed.map(({ topic }) => topic)).toEqual(['realtime:bad', 'realtime:ends']);
  expect(socket.heard.find(({ event }) => event === 'system')?.payload.message).toBe(
    'The token provided is not a valid JWT',
  );
  expect((await socket.ask('realtime:kept', 'phx_leave', {})).payload.status).toBe('ok');
});

test('presence: members are listed to whoever asks for it, and everybody hears of changes', async () => {
  const [ann, bob] = await Promise.all([open(), open(backend.anonKey, '2.0.0')]);
  const config = (key: string) => ({ config: { presence: { enabled: true, key } } });
  await ann.join('realtime:people', config('ann'));
  expect((await ann.next(({ event }) => event === 'presence_state')).payload).toEqual({});
  const track = { type: 'presence', event: 'TRACK', payload: { mood: 'fine' } };
  expect((await ann.ask('realtime:people', 'presence', track)).payload.status).toBe('ok');
  await bob.join('realtime:people', config('bob'));
  const { payload: state } = await bob.next(({ event }) => event === 'presence_state');
  expect(state).toEqual({ ann: { metas: [{ phx_ref: expect.any(String), mood: 'fine' }] } });
  const bad = { type: 'presence', event: 'track', payload: 'x' };
  expect((await bob.ask('realtime:people', 'presence', bad)).payload).toEqual({
    status: 'error',
    response: { reason: 'Presence track payload must be a map' },
  });
  ann.close();
  const gone = await bob.next(({ event }) => event === 'presence_diff');
  expect(gone.payload).toMatchObject({ joins: {}, leaves: { ann: { metas: [{ mood: 'fine' }] } } });
});

test('replay is for private channels and asks for a time', async () => {
  const socket = await open(backend.serviceRoleKey);
  const join = (topic: string, broadcast: object, isPrivate: boolean) =>
    socket.join(topic, { config: { broadcast, private: isPrivate } });
  const answers = [
    await join('realtime:r1', { replay: { since: 0 } }, false),
    await join('realtime:r2', { replay: { since: 'yesterday' } }, true),
    await join('realtime:r3', { replay: { since: 9e15 } }, true),
  ];
  expect(answers.map(({ payload }) => payload.response.reason)).toEqual([
    'UnableToReplayMessages: Replay is not allowed for public channels',
    'UnableToReplayMessages: Replay params are not valid',
    'UnableToReplayMessages: Replay params are not valid',
  ]);
});
