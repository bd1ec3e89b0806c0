import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { RawSocket } from '../../test/adapters/raw-socket.ts';
import { type RealtimeBackend, startRealtime } from '../../test/adapters/realtime-backend.ts';

let backend: RealtimeBackend;
beforeAll(async () => {
  backend = await startRealtime({
    settings: {
      'realtime.max_channels_per_client': 20,
      'realtime.max_client_events_per_second': 100,
      'realtime.max_payload_size': 1_000,
      'realtime.max_presence_payload_size': 1_000,
      'realtime.max_backlog': 1_000_000,
      'realtime.idle_timeout': 2,
      'realtime.no_channel_timeout': 4,
      'realtime.client_presence_max_calls': 3,
    },
  });
});
afterAll(() => backend.close());

async function open(vsn = '2.0.0'): Promise<RawSocket> {
  const socket = await RawSocket.open(backend.endpoint, { vsn, apikey: backend.anonKey });
  onTestFinished(() => socket.close());
  return socket;
}

/** Keeps a socket from falling silent, as clients do. */
function keepAlive(socket: RawSocket): void {
  const timer = setInterval(() => socket.send(null, 'h', 'phoenix', 'heartbeat', {}), 300);
  onTestFinished(() => clearInterval(timer));
}

test('a frame larger than the largest closes its socket', async () => {
  const socket = await open();
  socket.webSocket.send('x'.repeat(5_000_001));
  expect((await socket.end()).code).toBe(1009);
});

test('a payload that is too large goes nowhere, and an ack says so', async () => {
  const [sender, receiver] = [await open(), await open()];
  await sender.join('realtime:big', { config: { broadcast: { ack: true } } });
  await receiver.join('realtime:big');
  const payload = { text: 'x'.repeat(1_100) };
  const push = { type: 'broadcast', event: 'e', payload };
  expect((await sender.ask('realtime:big', 'broadcast', push)).payload).toEqual({
    status: 'error',
    response: 'payload_size_exceeded',
  });
  const small = { type: 'broadcast', event: 'e', payload: {} };
  expect((await sender.ask('realtime:big', 'broadcast', small)).payload.status).toBe('ok');
  const { payload: heard } = await receiver.next(({ event }) => event === 'broadcast');
  expect(heard).toEqual(small);
  const track = { type: 'presence', event: 'track', payload };
  sender.send(null, '9', 'realtime:big', 'presence', track);
  const { payload: system } = await sender.next(({ event }) => event === 'system');
  expect(system.message).toBe('Track message size exceeded');
});

test('an event without end goes nowhere', async () => {
  const receiver = await open();
  await receiver.join('realtime:names');
  const headers = { 'content-type': 'application/json', apikey: backend.anonKey };
  const send = (event: string): Promise<Response> => {
    const body = JSON.stringify({ messages: [{ topic: 'names', event, payload: {} }] });
    return backend.call('/api/broadcast', { method: 'POST', headers, body });
  };
  expect((await send('x'.repeat(100_000))).status).toBe(422);
  expect((await send('short')).status).toBe(202);
  const { payload } = await receiver.next(({ event }) => event === 'broadcast');
  expect(payload.event).toBe('short');
});

test('a join of megabytes, and a topic without end, are refused', async () => {
  const socket = await open();
  const reason = expect.stringMatching(/^InvalidJoinPayload: A join has at most 65536 bytes/);
  const config = { postgres_changes: [{ event: '*', schema: 'x'.repeat(1_000_000) }] };
  expect((await socket.join('realtime:a', { config })).payload.response.reason).toEqual(reason);
  const topic = `realtime:${'x'.repeat(2_000)}`;
  expect((await socket.join(topic)).payload.response.reason).toEqual(reason);
  const many = { postgres_changes: Array(101).fill({ schema: 'a' }) };
  expect((await socket.join('realtime:b', { config: many })).payload.response.reason).toBe(
    'InvalidJoinPayload: A channel has at most 100 postgres_changes',
  );
  const deep = `["1","1","realtime:c","phx_join",{"config":{"postgres_changes":[{"schema":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}}]`;
  socket.webSocket.send(deep);
  await socket.next(({ topic: joined }) => joined === 'realtime:c');
  expect((await socket.join('realtime:d')).payload.status).toBe('ok');
});

test('a socket has so many channels and no more', async () => {
  const socket = await open();
  for (let n = 0; n < 200; n += 1) socket.send(`${n}`, `${n}`, `realtime:c${n}`, 'phx_join', {});
  await vi.waitFor(() =>
    expect(socket.heard.filter(({ event }) => event === 'phx_reply')).toHaveLength(200),
  );
  const replies = socket.heard.filter(({ event }) => event === 'phx_reply');
  const refused = replies.filter(({ payload }) => payload.status === 'error');
  expect(refused).toHaveLength(180);
  expect(refused[0]?.payload.response.reason).toBe('ChannelRateLimitReached: Too many channels');
});

test('a socket that joins without end is closed', async () => {
  const socket = await open();
  for (let n = 0; n < 400; n += 1) socket.send(`${n}`, `${n}`, `realtime:c${n}`, 'phx_join', {});
  expect((await socket.end()).code).toBe(1008);
  const reasons = socket.heard.map(({ payload }) => payload.response?.reason);
  expect(reasons).toContain('ClientJoinRateLimitReached: Too many joins per second');
});

test('a socket that sends without end loses its channel, and then its connection', async () => {
  const socket = await open();
  await socket.join('realtime:flood');
  const push = { type: 'broadcast', event: 'e', payload: {} };
  for (let n = 0; n < 600; n += 1) socket.send(null, null, 'realtime:flood', 'broadcast', push);
  const { payload } = await socket.next(({ event }) => event === 'system');
  expect(payload.message).toBe('Too many messages per second');
  for (let n = 0; n < 600; n += 1) socket.webSocket.send('garbage');
  expect((await socket.end()).code).toBe(1008);
});

test('presence has calls to spend', async () => {
  const socket = await open();
  await socket.join('realtime:calls');
  for (let n = 0; n < 4; n += 1) {
    const track = { type: 'presence', event: 'track', payload: { n } };
    socket.send(null, `${n}`, 'realtime:calls', 'presence', track);
  }
  const { payload } = await socket.next(({ event }) => event === 'system');
  expect(payload.message).toBe('Client presence rate limit exceeded');
});

test('a silent socket is closed, and one without a channel later', async () => {
  const [silent, idle] = [await open(), await open()];
  await silent.join('realtime:silent');
  keepAlive(idle);
  const started = Date.now();
  expect((await silent.end()).code).toBe(1000);
  expect(idle.closed).toBeUndefined();
  expect((await idle.end()).code).toBe(1000);
  expect(Date.now() - started).toBeGreaterThan(3_000);
});

/** A connection that has done its handshake by hand. */
async function plainSocket(): Promise<Socket> {
  const { port } = new URL(backend.url);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(
    `GET /realtime/v1/websocket?vsn=2.0.0&apikey=${backend.anonKey} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\n` +
      'upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

test('a handshake at an address that is none is not left open', async () => {
  const { port } = new URL(backend.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const ended = new Promise((resolve) => socket.once('end', resolve));
  socket.resume();
  socket.write(
    'GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n',
  );
  await ended;
  // Whoever keeps sending learns that nobody is there.
  const sending = setInterval(() => socket.write('x'), 20);
  onTestFinished(() => clearInterval(sending));
  await closed;
});

/** A masked text frame, with a mask of zeros. */
function frame(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(text));
  return Buffer.concat([Buffer.from([0x81, 0xfe]), length, Buffer.alloc(4), Buffer.from(text)]);
}

test('a reader that does not read is cut off, and the others get everything', async () => {
  const slow = await plainSocket();
  slow.write(frame('["1","1","realtime:slow","phx_join",{}]'));
  const [sender, receiver] = [await open(), await open()];
  for (const socket of [sender, receiver]) {
    await socket.join('realtime:slow');
    keepAlive(socket);
  }
  slow.pause();
  let ended = false;
  slow.on('close', () => {
    ended = true;
  });
  const alive = setInterval(() => slow.write(frame('[null,"h","phoenix","heartbeat",{}]')), 300);
  onTestFinished(() => clearInterval(alive));
  const payload = 'x'.repeat(900);
  const headers = { 'content-type': 'application/json', apikey: backend.serviceRoleKey };
  let sent = 0;
  // More than sockets buffer for a reader: what is beyond waits in the server.
  await vi.waitFor(
    async () => {
      const messages = Array.from({ length: 300 }, () => ({
        topic: 'slow',
        event: 'e',
        payload: { payload },
      }));
      const body = JSON.stringify({ messages });
      await backend.call('/api/broadcast', { method: 'POST', headers, body });
      sent += messages.length;
      expect(slow.destroyed || ended).toBe(true);
    },
    { timeout: 20_000, interval: 5 },
  );
  await vi.waitFor(() =>
    expect(receiver.heard.filter(({ event }) => event === 'broadcast')).toHaveLength(sent),
  );
});

test('garbage instead of frames ends the connection, and nothing else', async () => {
  const socket = await plainSocket();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  socket.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(100)));
  await closed;
  const other = await open();
  expect((await other.join('realtime:after')).payload.status).toBe('ok');
});
