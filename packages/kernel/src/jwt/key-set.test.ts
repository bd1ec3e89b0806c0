import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { JwtError } from './jwt-error.ts';
import { type Jwk, KeySet } from './key-set.ts';

const now = 1_800_000_000;
const clock = { now: () => now * 1000 };
const secret = 'a shared secret of at least thirty-two bytes';
const secretJwk: Jwk = { kty: 'oct', alg: 'HS256', k: Buffer.from(secret).toString('base64url') };
let privateJwk: Jwk;
let keys: KeySet;

beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  privateJwk = { ...(await exportJWK(privateKey)), kty: 'EC', alg: 'ES256', kid: 'k1' };
  keys = await KeySet.from([secretJwk, privateJwk], { clock });
});

function hs256(claims: Record<string, unknown>, key = secret): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(key));
}

async function failure(token: string): Promise<string> {
  try {
    await keys.verify(token);
  } catch (error) {
    if (error instanceof JwtError) return error.failure;
    throw error;
  }
  return 'accepted';
}

test('a token of either kind of key gives its claims', async () => {
  expect(await keys.verify(await hs256({ sub: 'u', exp: now + 60 }))).toMatchObject({ sub: 'u' });
  const { importJWK } = await import('jose');
  const signed = await new SignJWT({ sub: 'e' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .sign(await importJWK(privateJwk, 'ES256'));
  expect(await keys.verify(signed)).toMatchObject({ sub: 'e' });
});

test('a forged, expired, early, foreign or unsigned token is refused', async () => {
  expect(await failure(await hs256({ sub: 'u' }, 'another secret of more than 32 bytes!!'))).toBe(
    'signature',
  );
  expect(await failure(await hs256({ exp: now }))).toBe('expired');
  expect(await failure(await hs256({ nbf: now + 5 }))).toBe('not_yet_valid');
  expect(await failure(await hs256({ iat: now + 5 }))).toBe('issued_in_future');
  expect(await failure(await hs256({ exp: 'soon' }))).toBe('claims');
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`;
  expect(await failure(unsigned)).toBe('algorithm');
  expect(await failure('')).toBe('empty');
  expect(await failure('a.b')).toBe('malformed');
  expect(await failure('a.b.c')).toBe('malformed');
});

test('a public key is never taken for a shared secret', async () => {
  const { x, y } = privateJwk;
  const publicText = JSON.stringify({ kty: 'EC', crv: 'P-256', x, y });
  const confused = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .sign(new TextEncoder().encode(publicText));
  expect(await failure(confused)).toBe('signature');
});

test('a token that names a key is verified by that key alone', async () => {
  const { privateKey } = await generateKeyPair('ES256');
  const foreign = await new SignJWT({ sub: 'x' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k2' })
    .sign(privateKey);
  expect(await failure(foreign)).toBe('no_key');
});

test('clock skew is forgiven where it is asked for', async () => {
  const lenient = await KeySet.from([secretJwk], { clock, leeway: 30 });
  expect(await lenient.verify(await hs256({ exp: now - 29 }))).toBeDefined();
  await expect(lenient.verify(await hs256({ exp: now - 31 }))).rejects.toThrow('JWT expired');
});
