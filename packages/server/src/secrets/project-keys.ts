import { type Clock, formatApiKey, type Jwk, type Random } from '@plinth/kernel';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The credentials of one project. */
export interface ProjectKeys {
  /** Shared secret: signs the legacy keys, verifies HS256 tokens. */
  readonly jwtSecret: string;
  /** Private ES256 key that signs access tokens. */
  readonly signingKey: Jwk;
  /** `sb_publishable_…`: for browsers. */
  readonly publishableKey: string;
  /** `sb_secret_…`: for servers. */
  readonly secretKey: string;
  /** JWT with role anon, signed with `jwtSecret`. */
  readonly anonKey: string;
  /** JWT with role service_role, signed with `jwtSecret`. */
  readonly serviceRoleKey: string;
}

/** Life of the legacy keys: ten years, as hosted. */
const keyLife = 10 * 365 * 24 * 3600;

/** New credentials for a project; a given secret (a project that moves in) is kept. */
export async function generateProjectKeys(
  ref: string,
  random: Random,
  clock: Clock,
  jwtSecret: string = Buffer.from(random.bytes(36)).toString('base64url'),
): Promise<ProjectKeys> {
  return {
    jwtSecret,
    signingKey: await generateSigningKey(random),
    publishableKey: formatApiKey('publishable', random.bytes(17)),
    secretKey: formatApiKey('secret', random.bytes(17)),
    anonKey: await signKey(ref, 'anon', jwtSecret, clock),
    serviceRoleKey: await signKey(ref, 'service_role', jwtSecret, clock),
  };
}

async function generateSigningKey(random: Random): Promise<Jwk> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kty: 'EC', alg: 'ES256', use: 'sig', kid: random.uuid() };
}

/** A legacy API key: a token with a role and no user. */
export function signKey(
  ref: string,
  role: 'anon' | 'service_role',
  jwtSecret: string,
  clock: Clock,
): Promise<string> {
  const issued = Math.floor(clock.now() / 1000);
  return new SignJWT({ iss: 'supabase', ref, role, iat: issued, exp: issued + keyLife })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret));
}
