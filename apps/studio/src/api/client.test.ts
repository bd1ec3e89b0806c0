import { expect, test, vi } from 'vitest';
import { memoryStore } from '../lib/state/memory-store.ts';
import { ApiClient } from './client.ts';
import { ApiError, UnreachableError } from './errors.ts';
import { type RefreshOutcome, SessionStore } from './session-store.ts';

const url = 'http://127.0.0.1:54321/console/v1/projects';
const fresh = { accessToken: 'new', refreshToken: 'r2', expiresAt: 99e9, email: 'ada@example.com' };

function setUp(answers: readonly Response[], renewed: RefreshOutcome = fresh) {
  const queue = [...answers];
  const fetch = vi.fn<typeof globalThis.fetch>(async () => queue.shift() ?? Response.error());
  const session = new SessionStore({
    storage: memoryStore(),
    now: () => 0,
    exclusively: (_name, work) => work(),
    refresh: async () => renewed,
  });
  const onUnreachable = vi.fn();
  const client = new ApiClient({ fetch, session, onAnswered: () => {}, onUnreachable });
  const sentHeaders = (call: number) => fetch.mock.calls[call]?.[1]?.headers;
  return { fetch, session, client, onUnreachable, sentHeaders };
}

const unauthorized = () => Response.json({ code: 'invalid_token' }, { status: 401 });

test('without a session the public key is the bearer', async () => {
  const { client, sentHeaders } = setUp([Response.json([])]);
  await client.call('GET', url, 'sb_publishable_x');
  expect(sentHeaders(0)).toEqual({
    apikey: 'sb_publishable_x',
    authorization: 'Bearer sb_publishable_x',
  });
});

test('with a session its access token is the bearer, the public key stays in apikey', async () => {
  const { client, session, sentHeaders } = setUp([Response.json([])]);
  session.set({ ...fresh, accessToken: 'token' });
  await client.call('GET', url, 'sb_publishable_x');
  expect(sentHeaders(0)).toEqual({ apikey: 'sb_publishable_x', authorization: 'Bearer token' });
});

test('a refused token is renewed and the call made once more', async () => {
  const { client, session, fetch, sentHeaders } = setUp([unauthorized(), Response.json([1])]);
  session.set({ ...fresh, accessToken: 'old' });
  const { body } = await client.call('GET', url, 'key');
  expect(body).toEqual([1]);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(sentHeaders(1)).toMatchObject({ authorization: 'Bearer new' });
});

test('a call refused twice fails, and is not made a third time', async () => {
  const { client, session, fetch } = setUp([unauthorized(), unauthorized()]);
  session.set({ ...fresh, accessToken: 'old' });
  await expect(client.call('GET', url, 'key')).rejects.toMatchObject({ status: 401 });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a failure carries what the server said', async () => {
  const failure = {
    code: 'row_changed',
    message: 'The row has changed',
    hint: 'Look at it again',
    requestId: 'r-1',
  };
  const { client } = setUp([Response.json(failure, { status: 409 })]);
  const error = await client.call('PATCH', url, 'key', { body: {} }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, ...failure });
});

test('both shapes of the Auth API are understood', async () => {
  const { client } = setUp([
    Response.json({ code: 422, error_code: 'weak_password', msg: 'Too short' }, { status: 422 }),
    Response.json({ code: 'email_exists', message: 'Taken' }, { status: 422 }),
  ]);
  await expect(client.call('POST', url, 'key')).rejects.toMatchObject({
    code: 'weak_password',
    message: 'Too short',
  });
  await expect(client.call('POST', url, 'key')).rejects.toMatchObject({
    code: 'email_exists',
    message: 'Taken',
  });
});

test('no answer is told apart from a failure', async () => {
  const { client, fetch, onUnreachable } = setUp([]);
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(client.call('GET', url, 'key')).rejects.toBeInstanceOf(UnreachableError);
  expect(onUnreachable).toHaveBeenCalledExactlyOnceWith('http://127.0.0.1:54321');
});
