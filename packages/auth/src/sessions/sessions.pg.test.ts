import { sql } from '@plinth/postgres';
import type { Session } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Answer,
  type AuthBackend,
  someEmail,
  startAuth,
} from '../../test/adapters/auth-backend.ts';

const password = 'correct horse';
let auth: AuthBackend;

beforeAll(async () => {
  auth = await startAuth();
});
beforeEach(() => auth.configure({}));
afterAll(() => auth.close());

async function signedIn(): Promise<Session> {
  const { data } = await auth.client().auth.signUp({ email: someEmail(), password });
  if (data.session === null) throw new Error('not signed in');
  return data.session;
}

function refresh(refreshToken: string): Promise<Answer> {
  return auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: refreshToken },
  });
}

test('a refresh gives new tokens of the same session', async () => {
  const session = await signedIn();
  auth.clock.advance(60);
  const client = auth.client();
  await client.auth.setSession(session);
  const { data, error } = await client.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  const [before, after] = await Promise.all([
    auth.keySet.verify(session.access_token),
    auth.keySet.verify(data.session?.access_token ?? ''),
  ]);
  expect(after.session_id).toBe(before.session_id);
  expect(after.amr).toEqual(before.amr);
  expect(after.iat).toBeGreaterThan(Number(before.iat));
});

test('the parent of the active token gives the active token again, whatever its age', async () => {
  const session = await signedIn();
  const child = (await refresh(session.refresh_token)).at('refresh_token');
  auth.clock.advance(3000);
  const again = await refresh(session.refresh_token);
  expect(again.status).toBe(200);
  expect(again.at('refresh_token')).toBe(child);
});

test('twenty refreshes at once agree on one new token', async () => {
  const session = await signedIn();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => refresh(session.refresh_token)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map((answer) => answer.at('refresh_token'))).size).toBe(1);
  const [row] = await auth.database.query<{ count: string }>(
    sql`select count(*) from auth.refresh_tokens where user_id = ${session.user.id} and not revoked`,
  );
  expect(row?.count).toBe('1');
});

test('an older token is forgiven for the reuse interval', async () => {
  const session = await signedIn();
  const second = (await refresh(session.refresh_token)).at('refresh_token');
  await refresh(second);
  auth.clock.advance(9);
  expect((await refresh(session.refresh_token)).status).toBe(200);
});

test('an older token after the reuse interval ends the session', async () => {
  const session = await signedIn();
  const second = (await refresh(session.refresh_token)).at('refresh_token');
  const third = (await refresh(second)).at('refresh_token');
  auth.clock.advance(11);
  const stolen = await refresh(session.refresh_token);
  expect(stolen.json).toEqual({
    code: 400,
    error_code: 'refresh_token_already_used',
    msg: 'Invalid Refresh Token: Already Used',
  });
  expect((await refresh(third)).json).toMatchObject({ error_code: 'refresh_token_not_found' });
  const user = await auth.call('GET', '/user', { token: session.access_token });
  expect(user.json).toEqual({
    code: 403,
    error_code: 'session_not_found',
    msg: 'Session from session_id claim in JWT does not exist',
  });
});

test('without rotation an old token is refused, and the session goes on', async () => {
  auth.configure({ 'auth.enable_refresh_token_rotation': false });
  const session = await signedIn();
  const second = (await refresh(session.refresh_token)).at('refresh_token');
  const third = (await refresh(second)).at('refresh_token');
  auth.clock.advance(11);
  expect((await refresh(session.refresh_token)).status).toBe(400);
  expect((await refresh(third)).status).toBe(200);
});

test('an unknown token is told from one that cannot be any', async () => {
  expect((await refresh('abcdefghijkl')).json).toEqual({
    code: 400,
    error_code: 'refresh_token_not_found',
    msg: 'Invalid Refresh Token: Refresh Token Not Found',
  });
  expect((await refresh("' or 1=1 --")).json).toMatchObject({ error_code: 'validation_failed' });
});

test('a session ends when its time is up', async () => {
  auth.configure({ 'auth.sessions.timebox': 3600 });
  const session = await signedIn();
  auth.clock.advance(1800);
  const second = (await refresh(session.refresh_token)).at('refresh_token');
  auth.clock.advance(1900);
  expect((await refresh(second)).json).toEqual({
    code: 400,
    error_code: 'session_expired',
    msg: 'Invalid Refresh Token: Session Expired',
  });
});

test('a session ends when nobody uses it', async () => {
  auth.configure({ 'auth.sessions.inactivity_timeout': 3600 });
  const session = await signedIn();
  auth.clock.advance(3000);
  const second = (await refresh(session.refresh_token)).at('refresh_token');
  auth.clock.advance(3000);
  const third = (await refresh(second)).at('refresh_token');
  auth.clock.advance(3700);
  expect((await refresh(third)).json).toMatchObject({
    error_code: 'session_expired',
    msg: 'Invalid Refresh Token: Session Expired (Inactivity)',
  });
});

test('signing out ends this session, the others, or all', async () => {
  const email = someEmail();
  const clients = [auth.client(), auth.client(), auth.client()] as const;
  await clients[0].auth.signUp({ email, password });
  for (const client of clients) await client.auth.signInWithPassword({ email, password });
  const tokens = await Promise.all(
    clients.map(
      async (client) => (await client.auth.getSession()).data.session?.access_token ?? '',
    ),
  );
  const alive = async (): Promise<number[]> =>
    Promise.all(tokens.map(async (token) => (await auth.call('GET', '/user', { token })).status));
  await clients[0].auth.signOut({ scope: 'local' });
  expect(await alive()).toEqual([403, 200, 200]);
  await clients[1].auth.signOut({ scope: 'others' });
  expect(await alive()).toEqual([403, 200, 403]);
  await clients[0].auth.signInWithPassword({ email, password });
  await clients[1].auth.signOut();
  expect(await alive()).toEqual([403, 403, 403]);
  const left = await auth.database.query(
    sql`select 1 from auth.refresh_tokens t join auth.users u on u.id::text = t.user_id where u.email = ${email}`,
  );
  expect(left).toEqual([]);
});

test('an unknown scope of signing out is refused', async () => {
  const { access_token: token } = await signedIn();
  const { json } = await auth.call('POST', '/logout?scope=planet', { token });
  expect(json).toEqual({
    code: 400,
    error_code: 'validation_failed',
    msg: 'Unsupported logout scope "planet"',
  });
});

test('tokens that speak for nobody here are refused, each in its way', async () => {
  const { user } = await signedIn();
  const exp = Math.floor(auth.clock.now() / 1000) + 60;
  const claims = { sub: user.id, aud: 'authenticated', role: 'authenticated', exp };
  const forged = await auth.sign(claims, 'x'.repeat(40));
  const expired = await auth.sign({ ...claims, exp: exp - 3600 });
  const nobody = await auth.sign({ ...claims, sub: '00000000-0000-4000-8000-000000000000' });
  const odd = await auth.sign({ ...claims, sub: 'service-account' });
  const noSession = await auth.sign({
    ...claims,
    session_id: '00000000-0000-4000-8000-000000000000',
  });
  const [head, body] = (await auth.sign(claims)).split('.');
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
  const cases: readonly (readonly [string | undefined, number, string, string])[] = [
    [undefined, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    [auth.anonKey, 403, 'bad_jwt', 'invalid claim: missing sub claim'],
    [forged, 403, 'bad_jwt', 'signature is invalid'],
    [expired, 403, 'bad_jwt', 'token has invalid claims: token is expired'],
    [none, 403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'],
    [`${head}.${body}`, 403, 'bad_jwt', 'token contains an invalid number of segments'],
    [nobody, 403, 'user_not_found', 'User from sub claim in JWT does not exist'],
    [odd, 400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'],
    [noSession, 403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
  ];
  for (const [token, status, code, message] of cases) {
    const answer = await auth.call('GET', '/user', token === undefined ? {} : { token });
    expect(answer.json).toMatchObject({ code: status, error_code: code });
    expect(answer.at('msg')).toContain(message);
    expect(answer.headers.get('x-sb-error-code')).toBe(code);
  }
  const without = await auth.call('GET', '/user', { token: await auth.sign(claims) });
  expect(without.status).toBe(200);
});

test('the session of one user is no session of another', async () => {
  const [a, b] = [await signedIn(), await signedIn()];
  const claims = await auth.keySet.verify(b.access_token);
  const mixed = await auth.sign({ ...claims, sub: a.user.id });
  const answer = await auth.call('GET', '/user', { token: mixed });
  expect(answer.json).toMatchObject({ error_code: 'session_not_found' });
});
