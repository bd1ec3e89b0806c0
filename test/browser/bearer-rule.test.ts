import { expect, test } from 'vitest';
import { assertBearerRule, type BearerCounts } from './bearer-rule.ts';
import type { Call } from './network-log.ts';

const backendUrl = 'http://backend.test';
const rule = { backendUrl, publicKeys: ['public'], secrets: ['the-secret'] };

const call = (change: Partial<Call>): Call => ({
  method: 'GET',
  url: `${backendUrl}/rest/v1/notes`,
  pageOrigin: 'http://app.test',
  navigation: false,
  startedAt: 1,
  headers: { authorization: 'Bearer public' },
  body: '',
  status: 200,
  answeredAt: (change.startedAt ?? 1) + 10,
  location: '',
  answer: '[]',
  ...change,
});

const signIn = call({
  method: 'POST',
  url: `${backendUrl}/auth/v1/token?grant_type=password`,
  startedAt: 1000,
  answer: '{"access_token":"token-1","user":{}}',
});
const withToken = (startedAt: number, token: string, change: Partial<Call> = {}): Call =>
  call({ startedAt, headers: { authorization: `Bearer ${token}` }, ...change });
const signOut = (scope: string, startedAt: number): Call =>
  withToken(startedAt, 'token-1', { url: `${backendUrl}/auth/v1/logout?scope=${scope}` });

const judge = (calls: readonly Call[], sockets: readonly string[] = []): Promise<BearerCounts> =>
  assertBearerRule({ calls: async () => calls, sockets }, rule);

test('the public key without a session, the token with one, and the key again after it', async () => {
  const calls = [
    call({}),
    signIn,
    withToken(2000, 'token-1'),
    signOut('global', 3000),
    call({ startedAt: 4000 }),
  ];
  expect(await judge(calls)).toEqual({ sessionToken: 2, publicKey: 3 });
});

test('a link that somebody follows brings a token in its redirect', async () => {
  const followed = call({
    url: `${backendUrl}/auth/v1/verify?token=x`,
    navigation: true,
    headers: {},
    startedAt: 1000,
    location: 'http://app.test/#access_token=token-2&type=signup',
  });
  expect(await judge([followed, withToken(2000, 'token-2')])).toMatchObject({ sessionToken: 1 });
  await expect(judge([followed, call({ startedAt: 2000 })])).rejects.toThrow(/the public key/);
});

test('who signs out of this device only has no session from then on, answered or not', async () => {
  const left = { ...signOut('local', 3000), answeredAt: 0 };
  await judge([signIn, left, call({ startedAt: 4000 })]);
  await expect(judge([signIn, left, withToken(4000, 'token-1')])).rejects.toThrow(/instead of/);
});

test('a signed URL of a file needs no header, once an answer has brought it', async () => {
  const path = '/storage/v1/object/sign/attachments/a';
  const signing = withToken(2000, 'token-1', {
    method: 'POST',
    url: `${backendUrl}${path}`,
    answer: '{"signedURL":"/object/sign/attachments/a?token=signed-1"}',
  });
  const used = (token: string): Call =>
    call({ url: `${backendUrl}${path}?token=${token}`, headers: {}, startedAt: 3000 });
  expect(await judge([signIn, signing, used('signed-1')])).toMatchObject({ sessionToken: 1 });
  await expect(judge([signIn, signing, used('signed-2')])).rejects.toThrow(/no bearer/);
  await expect(judge([signIn, used('signed-1')])).rejects.toThrow(/no bearer/);
});

test.each<[string, Call[]]>([
  ['the public key in a session', [signIn, call({ startedAt: 2000 })]],
  ['no bearer', [call({ headers: {} })]],
  ['a token that nobody handed out', [signIn, withToken(2000, 'made-up')]],
  ['a token before it was handed out', [withToken(10, 'token-1'), signIn]],
  ['a secret that is sent', [call({ url: `${backendUrl}/rest/v1/notes?key=the-secret` })]],
  ['a secret that is answered', [call({ answer: '{"key":"the-secret"}' })]],
  ["another page's session", [signIn, withToken(2000, 'token-1', { pageOrigin: 'http://b.test' })]],
])('it is broken by %s', async (_name, calls) => {
  await expect(judge(calls)).rejects.toThrow(/The bearer rule is broken/);
});

test('a WebSocket has the public key in its address', async () => {
  const socket = 'ws://backend.test/realtime/v1/websocket';
  expect(await judge([], [`${socket}?apikey=public`])).toEqual({ sessionToken: 0, publicKey: 0 });
  await expect(judge([], [socket])).rejects.toThrow(/without the public key/);
});
