import { defaultSettings } from '@plinth/config';
import { Database, sql } from '@plinth/postgres';
import { silentLogger } from '@plinth/testkit';
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Answer,
  type AuthBackend,
  someEmail,
  startAuth,
} from '../../test/adapters/auth-backend.ts';
import { authRates } from '../base/rates.ts';
import { authErrors } from '../errors.ts';
import { routes } from './index.ts';

const password = 'correct horse';
let auth: AuthBackend;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

test('the service says what it is and how people sign in', async () => {
  expect((await auth.call('GET', '/health')).json).toMatchObject({
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
  const { json } = await auth.call('GET', '/settings');
  expect(json).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false, google: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    saml_enabled: false,
  });
  const { external } = json as { external: object };
  expect(Object.keys(external)).toHaveLength(26);
});

test('anybody can verify access tokens with the published keys, and no secret is among them', async () => {
  const { json, headers } = await auth.call('GET', '/.well-known/jwks.json');
  expect(headers.get('cache-control')).toBe('public, max-age=600');
  const jwks = json as { keys: Record<string, unknown>[] };
  expect(jwks.keys).toHaveLength(1);
  expect(Object.keys(jwks.keys[0] ?? {}).toSorted()).toEqual([
    'alg',
    'crv',
    'key_ops',
    'kid',
    'kty',
    'use',
    'x',
    'y',
  ]);
  const { data } = await auth.client().auth.signUp({ email: someEmail(), password });
  const verified = await jwtVerify(
    data.session?.access_token ?? '',
    createLocalJWKSet(jwks as Parameters<typeof createLocalJWKSet>[0]),
  );
  expect(verified.payload.sub).toBe(data.user?.id);
  const openid = await auth.call('GET', '/.well-known/openid-configuration');
  expect(openid.json).toMatchObject({
    issuer: auth.authUrl,
    jwks_uri: `${auth.authUrl}/.well-known/jwks.json`,
  });
});

test('the client verifies claims with the published keys', async () => {
  const client = auth.client();
  const { data } = await client.auth.signUp({ email: someEmail(), password });
  const claims = await client.auth.getClaims();
  expect(claims.data?.claims.sub).toBe(data.user?.id);
});

test('errors have the shape that the API version asks for', async () => {
  const ask = (version?: string): Promise<Answer> =>
    auth.call('POST', '/token?grant_type=password', {
      body: { email: 'nobody@example.com', password: 'x' },
      headers: version === undefined ? {} : { 'x-supabase-api-version': version },
    });
  for (const version of ['2024-01-01', '2030-12-31']) {
    const { json, headers } = await ask(version);
    expect(json).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
  }
  for (const version of [undefined, '2023-12-31', 'tomorrow', '2024-13-01', '2024-02-30']) {
    const { json, headers } = await ask(version);
    expect(json).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    expect(headers.get('x-supabase-api-version')).toBeNull();
    expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
  }
});

test('parts that are off answer as upstream does', async () => {
  const { data } = await auth.client().auth.signUp({ email: someEmail(), password });
  const token = data.session?.access_token ?? '';
  const id = data.user?.id ?? '';
  const service = auth.serviceKey;
  const cases: readonly (readonly [string, string, string | undefined, number, string])[] = [
    ['GET', '/authorize?provider=google', undefined, 400, 'validation_failed'],
    ['GET', '/user/identities/authorize?provider=google', token, 404, 'manual_linking_disabled'],
    ['GET', '/.well-known/oauth-authorization-server', undefined, 404, 'feature_disabled'],
    ['GET', '/oauth/authorize', undefined, 404, 'feature_disabled'],
    ['POST', '/oauth/token', undefined, 404, 'feature_disabled'],
    ['GET', '/user/oauth/grants', token, 404, 'feature_disabled'],
    ['GET', '/admin/oauth/clients', service, 404, 'feature_disabled'],
    ['GET', '/admin/custom-providers', service, 404, 'feature_disabled'],
    ['POST', '/sso', undefined, 404, 'saml_provider_disabled'],
    ['GET', '/sso/saml/metadata', undefined, 404, 'saml_provider_disabled'],
    ['POST', '/passkeys/authentication/options', undefined, 404, 'passkey_disabled'],
    ['GET', '/passkeys', undefined, 404, 'passkey_disabled'],
    ['POST', `/factors/${id}/verify`, token, 404, 'mfa_factor_not_found'],
    ['DELETE', `/admin/users/${id}/factors/${id}`, service, 404, 'mfa_factor_not_found'],
    ['GET', '/scim/v2/Schemas', undefined, 404, 'feature_disabled'],
    ['GET', '/nothing/here', undefined, 404, 'not_found'],
  ];
  for (const [method, path, bearer, status, code] of cases) {
    const answer = await auth.call(method, path, bearer === undefined ? {} : { token: bearer });
    expect([path, answer.status, answer.headers.get('x-sb-error-code')]).toEqual([
      path,
      status,
      code,
    ]);
  }
  const google = await auth.call('GET', '/authorize?provider=google');
  expect(google.at('msg')).toBe('Unsupported provider: provider is not enabled');
  const unknown = await auth.call('GET', '/authorize?provider=myspace');
  expect(unknown.at('msg')).toBe('Unsupported provider: Provider myspace could not be found');
  const back = await auth.call('GET', '/callback');
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('error_code=bad_oauth_callback'),
  ]);
  for (const [type, code] of [
    ['totp', 'mfa_totp_enroll_not_enabled'],
    ['phone', 'mfa_phone_enroll_not_enabled'],
    ['webauthn', 'mfa_webauthn_enroll_not_enabled'],
    ['nose', 'validation_failed'],
  ]) {
    const answer = await auth.call('POST', '/factors', { token, body: { factor_type: type } });
    expect(answer.headers.get('x-sb-error-code')).toBe(code);
  }
});

test('requests that are too many are refused as GoTrue does it', async () => {
  const limited = await startAuth({
    rates: { ...authRates(defaultSettings()), 'auth.token': { burst: 2, seconds: 300 } },
    trustProxy: true,
  });
  try {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const ask = (): Promise<Answer> =>
      limited.call('POST', '/token?grant_type=password', { body: {}, headers });
    await ask();
    await ask();
    const { status, json, headers: answered } = await ask();
    expect(status).toBe(429);
    expect(json).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    });
    expect(Number(answered.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});

test('every limit of a route has a rate, and every error it names is in the catalogue', () => {
  const rates = authRates(defaultSettings());
  for (const route of routes) {
    if (route.limit !== undefined) expect(rates).toHaveProperty([route.limit]);
    for (const code of route.errors ?? []) expect(authErrors).toHaveProperty([code]);
  }
  expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length);
});

test('a database that does not answer makes the service unavailable, not broken', async () => {
  const { host, password: secret, tls } = auth.database.connection('supabase_auth_admin');
  const gone = new Database({
    connection: {
      host,
      port: 1,
      user: 'x',
      database: 'x',
      password: secret ?? '',
      tls: tls ?? false,
    },
    logger: silentLogger,
  });
  auth.configure({}, { database: gone });
  try {
    for (const path of ['/signup', '/token?grant_type=password', '/recover', '/otp']) {
      const { status } = await auth.call('POST', path, { body: { email: someEmail(), password } });
      expect([path, status]).toEqual([path, 503]);
    }
  } finally {
    auth.configure({});
    await gone.close();
  }
});

test('retired keys are published as long as their tokens are about', async () => {
  const { publicKey } = await generateKeyPair('RS256');
  const retired = {
    ...(await exportJWK(publicKey)),
    kty: 'RSA' as const,
    alg: 'RS256',
    kid: 'old',
  };
  const secret = { kty: 'oct' as const, k: 'c2VjcmV0' };
  auth.configure(
    {},
    { keys: { jwtSecret: auth.jwtSecret, verifying: auth.keySet, published: [retired, secret] } },
  );
  const { json, text } = await auth.call('GET', '/.well-known/jwks.json');
  auth.configure({});
  expect(json).toMatchObject({ keys: [{ kid: 'old', kty: 'RSA', alg: 'RS256', use: 'sig' }] });
  expect(text).not.toContain('c2VjcmV0');
});

test('a body that is too large is refused', async () => {
  const { status, json } = await auth.call('POST', '/signup', {
    body: { email: someEmail(), password, data: { text: 'x'.repeat(1_100_000) } },
  });
  expect(status).toBe(413);
  expect(json).toMatchObject({ error_code: 'request_entity_too_large' });
});

test('bodies of the wrong shape are refused, whatever they are', async () => {
  const bodies = [
    '{',
    '[]',
    '"text"',
    '1',
    '{"email":1}',
    '{"email":["a"]}',
    '{"data":"x"}',
    '{"data":[1]}',
  ];
  for (const path of [
    '/signup',
    '/token?grant_type=password',
    '/otp',
    '/recover',
    '/verify',
    '/resend',
  ]) {
    for (const raw of bodies) {
      const { status, json } = await auth.call('POST', path, { raw });
      const known = raw.includes('"data"') ? [400, 422] : [400];
      expect(known, `${path} ${raw} ${JSON.stringify(json)}`).toContain(status);
    }
  }
  const { json } = await auth.call('POST', '/signup', { raw: '{"email":1}' });
  expect(json).toMatchObject({
    error_code: 'bad_json',
    msg: 'Could not parse request body as JSON: body.email must be string',
  });
});

test('nothing that a stranger sends is answered with a 500', async () => {
  const nasty = [
    '\u0000',
    'a\u0000@example.com',
    "'; drop table auth.users; --",
    '" or ""="',
    '\ud800',
    'é'.repeat(300),
    '../../etc/passwd',
    '%00',
    '<script>alert(1)</script>@example.com',
    'x'.repeat(100_000),
    '\u202Etxt.exe',
    '🤷@example.com',
    '',
  ];
  const { data } = await auth.client().auth.signUp({ email: someEmail(), password });
  const token = data.session?.access_token ?? '';
  const answers: (readonly [string, Answer])[] = [];
  const send = async (
    method: string,
    path: string,
    body: object,
    bearer?: string,
  ): Promise<void> => {
    const init = bearer === undefined ? { body } : { body, token: bearer };
    answers.push([
      `${method} ${path} ${JSON.stringify(body).slice(0, 60)}`,
      await auth.call(method, path, init),
    ]);
  };
  for (const text of nasty) {
    await send('POST', '/signup', { email: text, password });
    await send('POST', '/signup', { email: someEmail(), password: text });
    await send('POST', '/signup', {
      email: someEmail(),
      password,
      data: { [text]: text, deep: [{ a: text }] },
    });
    await send('POST', '/token?grant_type=password', { email: text, password: text });
    await send('POST', '/token?grant_type=refresh_token', { refresh_token: text });
    await send('POST', '/token?grant_type=pkce', { auth_code: text, code_verifier: text });
    await send('POST', '/verify', { type: 'email', token_hash: text });
    await send('POST', '/verify', { type: text, token: text, email: 'a@b.co' });
    await send('POST', '/otp', { email: text, create_user: false });
    await send('POST', '/recover', { email: text });
    await send('PUT', '/user', { data: { a: text }, nonce: text }, token);
    await send(
      'POST',
      '/admin/users',
      { email: someEmail(), role: text, ban_duration: text, user_metadata: { text } },
      auth.serviceKey,
    );
    for (const path of [
      '/verify?type=email&token=',
      '/admin/users?filter=',
      '/admin/audit?query=author:',
      '/authorize?provider=',
      '/admin/users/',
    ]) {
      const bearer = path.startsWith('/admin') ? { token: auth.serviceKey } : {};
      answers.push([
        path + text.slice(0, 20),
        await auth.call(
          'GET',
          path + encodeURIComponent(text === '\ud800' ? '\ufffd' : text.slice(0, 2000)),
          bearer,
        ),
      ]);
    }
  }
  const broken = answers
    .filter(([, { status }]) => status >= 500)
    .map(([what, { text }]) => [what, text]);
  expect(broken).toEqual([]);
  expect(answers.length).toBeGreaterThan(200);
  const [row] = await auth.database.query<{ count: string }>(sql`select count(*) from auth.users`);
  expect(Number(row?.count)).toBeGreaterThan(0);
});

test('a NUL byte is refused, and half a character becomes the replacement character', async () => {
  const nul = await auth.call('POST', '/signup', {
    body: { email: someEmail(), password, data: { name: 'a\u0000b' } },
  });
  expect(nul.json).toEqual({
    code: 400,
    error_code: 'validation_failed',
    msg: 'A text cannot hold a NUL byte',
  });
  const half = await auth.call('POST', '/signup', {
    raw: `{"email":"${someEmail()}","password":"${password}","data":{"name":"a\\ud800b"}}`,
  });
  expect(half.json).toMatchObject({ user: { user_metadata: { name: 'a\ufffdb' } } });
});

test('an audience or a role that no column can hold is refused', async () => {
  const long = 'x'.repeat(300);
  const audience = await auth.call('POST', '/signup', {
    body: { email: someEmail(), password },
    headers: { 'x-jwt-aud': long },
  });
  expect(audience.json).toMatchObject({ code: 400, error_code: 'validation_failed' });
  const role = await auth.call('POST', '/admin/users', {
    body: { email: someEmail(), role: long },
    token: auth.serviceKey,
  });
  expect(role.json).toMatchObject({ code: 400, error_code: 'validation_failed' });
});

test('absurd nesting is refused', async () => {
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  const { status } = await auth.call('POST', '/signup', {
    raw: `{"email":"${someEmail()}","password":"${password}","data":${deep}}`,
  });
  expect(status).toBe(400);
});

test('metadata cannot reach into prototypes', async () => {
  const { json } = await auth.call('POST', '/signup', {
    raw: `{"email":"${someEmail()}","password":"${password}","data":{"__proto__":{"admin":true},"constructor":{"a":1}}}`,
  });
  expect(json).toMatchObject({ user: { user_metadata: { email_verified: true } } });
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});
