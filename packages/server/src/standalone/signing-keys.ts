import { readFileSync } from 'node:fs';
import type { Jwk } from '@plinth/kernel';

/** A shared secret shorter than this can be guessed; in bytes. */
const shortestSecret = 32;

/**
 * The keys of `jwt-secret`: a shared secret, one JWK, or a JWKS; `@file` reads them from a file. Throws
 * RangeError on a secret that is too short.
 */
export function signingKeys(setting: string, isBase64: boolean): readonly Jwk[] {
  const text = setting.startsWith('@')
    ? readFileSync(setting.slice(1), 'utf8').replace(/\n$/, '')
    : setting;
  const keys = isBase64 ? undefined : keysOf(text);
  if (keys !== undefined) return keys;
  const secret = isBase64
    ? Buffer.from(text.replaceAll('.', '='), 'base64')
    : Buffer.from(text, 'utf8');
  if (secret.length < shortestSecret) {
    throw new RangeError(`jwt-secret: must be at least ${shortestSecret} characters long`);
  }
  return [{ kty: 'oct', k: secret.toString('base64url'), alg: 'HS256' }];
}

function keysOf(text: string): readonly Jwk[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if ('keys' in value && Array.isArray(value.keys)) return value.keys as Jwk[];
  return 'kty' in value ? [value as Jwk] : undefined;
}
