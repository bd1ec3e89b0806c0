import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AuthBackend, someEmail, startAuth } from '../../../test/adapters/auth-backend.ts';

const password = 'correct horse';
let auth: AuthBackend;

beforeAll(async () => {
  auth = await startAuth();
});
beforeEach(() => auth.configure({}));
afterAll(() => auth.close());

async function newUser(): Promise<{ email: string; id: string }> {
  const email = someEmail();
  const { data } = await auth.client().auth.signUp({ email, password });
  return { email, id: data.user?.id ?? '' };
}

test('signing in opens another session, with address and program noted', async () => {
  const { email, id } = await newUser();
  const { error } = await auth.client().auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  const sessions = await auth.database.query(
    sql`select aal::text, user_agent, host(ip) as ip from auth.sessions where user_id = ${id}`,
  );
  expect(sessions).toHaveLength(2);
  expect(sessions[1]).toMatchObject({ aal: 'aal1', ip: '127.0.0.1', user_agent: 'node' });
});

test('the address is compared without regard to case', async () => {
  const { email } = await newUser();
  const { error } = await auth
    .client()
    .auth.signInWithPassword({ email: email.toUpperCase(), password });
  expect(error).toBeNull();
});

test('an unknown user and a wrong password get the same answer and take about the same time', async () => {
  const { email } = await newUser();
  const time = async (body: object): Promise<number> => {
    const start = performance.now();
    const { status, json } = await auth.call('POST', '/token?grant_type=password', { body });
    expect({ status, json }).toEqual({
      status: 400,
      json: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    });
    return performance.now() - start;
  };
  const median = (times: number[]): number => times.toSorted((a, b) => a - b)[3] ?? 0;
  const wrong: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    wrong.push(await time({ email, password: 'wrong' }));
    unknown.push(await time({ email: someEmail(), password: 'wrong' }));
  }
  // Without a hash to compare, the answer would come in a twentieth of the time.
  expect(median(unknown) / median(wrong)).toBeGreaterThan(0.3);
});

test('users that SQL made sign in, whatever their columns hold', async () => {
  const email = someEmail();
  await auth.database.run(`
    with made as (
      insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at,
          raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token)
        values (gen_random_uuid(), null, 'authenticated', 'authenticated', '${email.toUpperCase()}',
          crypt('${password}', gen_salt('bf')), now(), '{"provider":"email"}', null, now(), now(), null)
        returning id, email)
    insert into auth.identities (id, user_id, provider_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
      select gen_random_uuid(), id, id::text, 'email', jsonb_build_object('sub', id, 'email', email), now(), now(), now()
      from made;
  `);
  const client = auth.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ user_metadata: {}, phone: '' });
  expect((await client.auth.getUser()).data.user?.identities).toHaveLength(1);
  const sessions = await auth.database.query(
    sql`select s.user_agent from auth.sessions s where s.user_id = ${data.user?.id ?? ''}`,
  );
  expect(sessions).toHaveLength(1);
  // A hash of pgcrypto's default cost (6) stays; one of cost 4 is made anew.
  const same = await auth.database.query<{ ok: boolean }>(
    sql`select encrypted_password = extensions.crypt(${password}, encrypted_password) as ok
      from auth.users where id = ${data.user?.id ?? ''}`,
  );
  expect(same).toEqual([{ ok: true }]);
});

test('a hash that is too cheap is replaced at sign-in', async () => {
  const { email, id } = await newUser();
  await auth.database.run(
    `update auth.users set encrypted_password = crypt('${password}', gen_salt('bf', 4)) where id = '${id}'`,
  );
  await auth.client().auth.signInWithPassword({ email, password });
  const [row] = await auth.database.query<{ hash: string }>(
    sql`select encrypted_password as hash from auth.users where id = ${id}`,
  );
  expect(row?.hash).toMatch(/^\$2a\$10\$/);
  const again = await auth.client().auth.signInWithPassword({ email, password });
  expect(again.error).toBeNull();
});

test('a password that no longer meets the rules still signs in, and says so', async () => {
  const { email } = await newUser();
  auth.configure({ 'auth.minimum_password_length': 40 });
  const { json } = await auth.call('POST', '/token?grant_type=password', {
    body: { email, password },
  });
  expect(json).toMatchObject({
    access_token: expect.any(String),
    weak_password: {
      message: 'Password should be at least 40 characters.',
      reasons: ['length'],
    },
  });
});

test('the project decides whether addresses and passwords sign in', async () => {
  const { email } = await newUser();
  auth.configure({ 'auth.email.enable_signup': false });
  const { error } = await auth.client().auth.signInWithPassword({ email, password });
  expect(error).toMatchObject({ code: 'email_provider_disabled', status: 422 });
  const phone = await auth.client().auth.signInWithPassword({ phone: '+491511234567', password });
  expect(phone.error).toMatchObject({ code: 'phone_provider_disabled', status: 422 });
});

test('grants that do not exist or are off say so', async () => {
  const cases: readonly (readonly [string, object, number, string, string])[] = [
    ['nonsense', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['password', {}, 400, 'validation_failed', 'missing email or phone'],
    ['refresh_token', {}, 400, 'validation_failed', 'Refresh token is not valid'],
    ['web3', { chain: 'solana' }, 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
    [
      'id_token',
      { provider: 'google', id_token: 'x' },
      400,
      'provider_disabled',
      'Provider (issuer "https://accounts.google.com") is not enabled',
    ],
    [
      'id_token',
      { provider: 'x' },
      400,
      'validation_failed',
      'Custom OIDC provider "x" not allowed',
    ],
    [
      'pkce',
      { auth_code: 'x' },
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    ],
  ];
  for (const [grant, body, status, code, msg] of cases) {
    const answer = await auth.call('POST', `/token?grant_type=${grant}`, { body });
    expect(answer.json).toEqual({ code: status, error_code: code, msg });
  }
});

test('a bad bearer token does not keep anybody from signing in', async () => {
  const { email } = await newUser();
  const { status } = await auth.call('POST', '/token?grant_type=password', {
    body: { email, password },
    token: 'expired.or.forged',
  });
  expect(status).toBe(200);
});

test('tokens are signed with the shared secret where the project wants it', async () => {
  const { email } = await newUser();
  const es = await auth.client().auth.signInWithPassword({ email, password });
  auth.configure({ 'auth.jwt_algorithm': 'HS256' });
  const hs = await auth.client().auth.signInWithPassword({ email, password });
  const header = (token: string | undefined): unknown =>
    JSON.parse(Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString());
  expect(header(hs.data.session?.access_token)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(header(es.data.session?.access_token)).toEqual({
    alg: 'ES256',
    kid: expect.any(String),
    typ: 'JWT',
  });
  for (const { data } of [es, hs]) {
    const user = await auth.call('GET', '/user', { token: data.session?.access_token ?? '' });
    expect(user.status).toBe(200);
  }
});
