import { AppError, type Caller, callerFromClaims, type Jwk, KeySet } from '@plinth/kernel';
import { importJWK, SignJWT } from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { generateProjectKeys, type ProjectKeys } from '../secrets/project-keys.ts';
import { CallerResolver } from './caller-resolver.ts';

let keys: ProjectKeys;
let keySet: KeySet;
let resolver: CallerResolver;
let now: number;
const clock = { now: () => now };

beforeAll(async () => {
  keys = await generateProjectKeys('default', systemRandom, systemClock);
  const secret: Jwk = {
    kty: 'oct',
    alg: 'HS256',
    k: Buffer.from(keys.jwtSecret).toString('base64url'),
  };
  keySet = await KeySet.from([secret, keys.signingKey], { clock });
});

beforeEach(() => {
  now = systemClock.now();
  resolver = new CallerResolver({ keys, keySet, clock, requireKey: false });
});

async function userToken(claims: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT({
    sub: 'u1',
    role: 'authenticated',
    session_id: 's1',
    exp: Math.floor(now / 1000) + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid: keys.signingKey.kid ?? '' })
    .sign(await importJWK(keys.signingKey, 'ES256'));
}

async function refusal(headers: Record<string, string>): Promise<string> {
  try {
    await resolver.resolve(headers, '/');
  } catch (error) {
    if (error instanceof AppError) return `${error.status} ${error.code}`;
    throw error;
  }
  return 'accepted';
}

test('the session speaks before the key', async () => {
  const token = await userToken();
  const caller = await resolver.resolve(
    { apikey: keys.publishableKey, authorization: `Bearer ${token}` },
    '/',
  );
  expect(caller).toMatchObject({
    kind: 'user',
    role: 'authenticated',
    userId: 'u1',
    sessionId: 's1',
  });
  expect(JSON.parse(caller.claimsJson)).toMatchObject({ sub: 'u1', role: 'authenticated' });
});

test('without a session the key speaks, in either format and either place', async () => {
  const anon = { role: 'anon', kind: 'publishable' };
  const places: Record<string, string>[] = [
    { apikey: keys.publishableKey },
    { apikey: keys.anonKey },
    { authorization: `Bearer ${keys.publishableKey}` },
    { authorization: `bearer ${keys.anonKey}`, apikey: keys.anonKey },
  ];
  for (const headers of places) expect(await resolver.resolve(headers, '/')).toMatchObject(anon);
  expect(await resolver.resolve({}, `/socket?apikey=${keys.anonKey}&vsn=1`)).toMatchObject(anon);
  const service = { role: 'service_role', kind: 'secret' };
  expect(await resolver.resolve({ apikey: keys.secretKey }, '/')).toMatchObject(service);
  expect(
    await resolver.resolve({ authorization: `Bearer ${keys.serviceRoleKey}` }, '/'),
  ).toMatchObject(service);
  expect(await resolver.resolve({}, '/')).toMatchObject({ role: 'anon', kind: 'anonymous' });
});

test('a bad credential is refused even where none would have been let in', async () => {
  const other = await generateProjectKeys('other', systemRandom, systemClock);
  expect(await refusal({ apikey: other.publishableKey })).toBe('401 invalid_api_key');
  expect(await refusal({ apikey: other.anonKey })).toBe('401 invalid_token');
  expect(await refusal({ authorization: `Bearer ${other.serviceRoleKey}` })).toBe(
    '401 invalid_token',
  );
  expect(await refusal({ authorization: 'Bearer nonsense', apikey: keys.anonKey })).toBe(
    '401 invalid_token',
  );
  expect(await refusal({ authorization: `Bearer ${'x'.repeat(20_000)}` })).toBe(
    '401 invalid_token',
  );
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`;
  expect(await refusal({ authorization: `Bearer ${none}` })).toBe('401 invalid_token');
});

test('a remembered token is not believed a moment longer than it lives', async () => {
  const token = await userToken();
  await resolver.resolve({ authorization: `Bearer ${token}` }, '/');
  expect(resolver.resolve({ authorization: `Bearer ${token}` }, '/')).not.toBeInstanceOf(Promise);
  now += 61_000;
  expect(await refusal({ authorization: `Bearer ${token}` })).toBe('401 invalid_token');
});

test('a secret key in a browser is refused', async () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
  expect(await refusal({ apikey: keys.secretKey, ...browser })).toBe('401 secret_key_in_browser');
});

test('a project that requires a key turns away a request without any', async () => {
  resolver = new CallerResolver({ keys, keySet, clock, requireKey: true });
  expect(await refusal({})).toBe('401 missing_api_key');
});

test('a token of the control project may be a member; a stranger stays a stranger', async () => {
  const control = await generateProjectKeys('control', systemRandom, systemClock);
  const signed = await new SignJWT({ sub: 'm1' })
    .setProtectedHeader({ alg: 'ES256', kid: control.signingKey.kid ?? '' })
    .sign(await importJWK(control.signingKey, 'ES256'));
  const member: Caller = callerFromClaims('member', { sub: 'm1' }, 'service_role');
  resolver = new CallerResolver({
    keys,
    keySet,
    clock,
    requireKey: false,
    memberOf: async (token) => (token === signed ? member : undefined),
  });
  expect(await resolver.resolve({ authorization: `Bearer ${signed}` }, '/')).toBe(member);
  const stranger = await new SignJWT({ sub: 'm2' })
    .setProtectedHeader({ alg: 'ES256', kid: 'nobody' })
    .sign(await importJWK(control.signingKey, 'ES256'));
  expect(await refusal({ authorization: `Bearer ${stranger}` })).toBe('401 invalid_token');
});
