import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { RawSocket } from '../../test/adapters/raw-socket.ts';
import { type RealtimeBackend, startRealtime } from '../../test/adapters/realtime-backend.ts';

let backend: RealtimeBackend;
beforeAll(async () => {
  backend = await startRealtime({ settings: { 'realtime.max_connections': 20 } });
});
afterAll(() => backend.close());

/** Status and body of the answer to a handshake that is refused. */
function refusal(
  query: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
  path = '/websocket',
): Promise<[number | undefined, unknown]> {
  return new Promise((resolve, reject) => {
    const url = `${backend.endpoint}${path}?${new URLSearchParams(query)}`;
    const socket = new WebSocket(url, { headers });
    socket.on('open', () => reject(new Error('it was accepted')));
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += String(chunk);
      });
      response.on('end', () => resolve([response.statusCode, JSON.parse(body)]));
    });
  });
}

const vsn = '2.0.0';

test('a socket without a key, or with one that is not valid, is refused in words', async () => {
  const expired = await backend.token('u', -60);
  const forged = `${(await backend.token('u')).slice(0, -8)}AAAAAAAA`;
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role","exp":9999999999}').toString('base64url')}.`;
  const claimless = await backend.token('u', 60, { role: undefined });
  const answers = await Promise.all([
    refusal({ vsn }),
    refusal({ vsn, apikey: '' }),
    refusal({ vsn, apikey: 'nonsense' }),
    refusal({ vsn, apikey: expired }),
    refusal({ vsn, apikey: forged }),
    refusal({ vsn, apikey: unsigned }),
    refusal({ vsn, apikey: claimless }),
    refusal({ vsn, apikey: 'sb_publishable_wrong' }),
    refusal({ vsn, apikey: backend.anonKey }, { 'x-api-key': 'nonsense' }),
    refusal({ vsn, apikey: backend.secretKey }, { 'user-agent': 'Mozilla/5.0' }),
  ]);
  const signer = 'Failed to generate JWT signer, check your JWT secret or JWKS configuration';
  expect(answers).toEqual([
    [401, { error: 'API key is missing' }],
    [401, { error: 'API key is missing' }],
    [401, { error: 'The token provided is not a valid JWT' }],
    [401, { error: 'Token has expired' }],
    [401, { error: 'Failed to validate JWT signature' }],
    [401, { error: signer }],
    [401, { error: 'Fields `role` and `exp` are required in JWT' }],
    [401, { error: 'Invalid API key' }],
    [401, { error: 'The token provided is not a valid JWT' }],
    [401, { error: 'Forbidden use of secret API key in browser' }],
  ]);
});

test('versions, paths and projects that are not there are refused', async () => {
  const apikey = backend.anonKey;
  const [[version], [path], [prefix], [project]] = await Promise.all([
    refusal({ vsn: '3.0.0', apikey }),
    refusal({ vsn, apikey }, {}, '/elsewhere'),
    refusal({ vsn, apikey }, {}, '/../../rest/v1/x'),
    refusal({ vsn, apikey }, { host: 'nobody.localhost' }),
  ]);
  expect([version, path, prefix, project]).toEqual([403, 404, 404, 404]);
  const plain = await backend.call('/websocket');
  expect(plain.status).toBe(426);
});

test('keys of both kinds, tokens, headers, prefixes and hosts are taken', async () => {
  const keys = [backend.anonKey, backend.publishableKey, backend.serviceRoleKey, backend.secretKey];
  const sockets = await Promise.all([
    ...keys.map((apikey) => RawSocket.open(backend.endpoint, { vsn, apikey })),
    RawSocket.open(backend.endpoint, { vsn, apikey: ` ${await backend.token('u')}\n` }),
    RawSocket.open(backend.endpoint.replace('/realtime', '/p/default/realtime'), {
      vsn,
      apikey: backend.anonKey,
    }),
    RawSocket.open(backend.endpoint, { apikey: backend.anonKey }),
  ]);
  for (const socket of sockets.slice(0, -1)) {
    expect((await socket.join('realtime:a')).payload.status).toBe('ok');
  }
  for (const socket of sockets) socket.close();
});

test('more sockets than allowed are told so, and there is room again when some have gone', async () => {
  const open = () => RawSocket.open(backend.endpoint, { vsn, apikey: backend.anonKey });
  const sockets: RawSocket[] = [];
  await expect(async () => {
    for (let count = 0; count < 25; count += 1) sockets.push(await open());
  }).rejects.toThrow('429');
  expect(await refusal({ vsn, apikey: backend.anonKey })).toEqual([
    429,
    { error: 'Too many connected users' },
  ]);
  for (const socket of sockets) socket.close();
  await expect
    .poll(() =>
      open().then(
        (socket) => socket.close() === undefined,
        () => false,
      ),
    )
    .toBe(true);
});

/** What a plain connection gets back for some bytes, until it is closed. */
function raw(text: string): Promise<string> {
  const { port } = new URL(backend.url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
  });
}

test('a request that merely offers another protocol gets its answer', async () => {
  const head = (method: string, path: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n${more}\r\n`;
  expect(await raw(head('GET', `/realtime/v1/api/ping?apikey=${backend.anonKey}`))).toMatch(
    /^HTTP\/1\.1 200 [\s\S]*\{"message":"Success"\}/,
  );
  const body = '{"messages":[]}';
  const answer = await raw(
    head(
      'POST',
      `/realtime/v1/api/broadcast?apikey=${backend.anonKey}`,
      `content-length: ${body.length}\r\n`,
    ) + body,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 422 /);
});

test('a handshake that is none is refused, and the server lives on', async () => {
  const broken = await raw(
    `GET /realtime/v1/websocket?apikey=${backend.anonKey} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
  );
  expect(broken).toMatch(/^HTTP\/1\.1 400 /);
  const elsewhere = await raw(
    'GET /rest/v1/x HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n',
  );
  expect(elsewhere).toMatch(/^HTTP\/1\.1 404 /);
  expect((await backend.call(`/api/ping?apikey=${backend.anonKey}`)).status).toBe(200);
});

test('a backend that stops says good-bye to its sockets and does not wait for them', async () => {
  const stopping = await startRealtime();
  const open = () => RawSocket.open(stopping.endpoint, { vsn, apikey: stopping.anonKey });
  const [one, deaf] = [await open(), await open()];
  await one.join('realtime:a');
  // It never answers the close.
  deaf.webSocket.pause();
  const started = Date.now();
  await stopping.close();
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(await one.end()).toEqual({ code: 1001, reason: 'Realtime is restarting' });
  deaf.close();
});
