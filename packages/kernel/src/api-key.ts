import { createHash } from 'node:crypto';

/** `publishable` keys go into browsers and speak for `anon`; `secret` keys never leave a server. */
export type ApiKeyKind = 'publishable' | 'secret';

const pattern = /^sb_(publishable|secret)_([A-Za-z0-9_-]{22})_([A-Za-z0-9_-]{8})$/;

/** First 8 characters of base64url(sha256("sb_<kind>_<random>")): catches a mistyped key unasked. */
function checksum(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 8);
}

/** `sb_<kind>_<22 random characters>_<8 checksum characters>` from at least 17 random bytes. */
export function formatApiKey(kind: ApiKeyKind, random: Uint8Array): string {
  const characters = Buffer.from(random).toString('base64url').slice(0, 22);
  if (characters.length < 22) throw new RangeError('an API key needs at least 17 random bytes');
  const body = `sb_${kind}_${characters}`;
  return `${body}_${checksum(body)}`;
}

/** True for anything in the opaque key format, valid or not (a JWT never is). */
export function isOpaqueApiKey(value: string): boolean {
  return value.startsWith('sb_publishable_') || value.startsWith('sb_secret_');
}

/** The kind of a well-formed key with a right checksum; undefined for everything else. */
export function parseApiKey(value: string): ApiKeyKind | undefined {
  const match = pattern.exec(value);
  if (match === null) return undefined;
  const [, kind, characters, check] = match;
  if (checksum(`sb_${kind}_${characters}`) !== check) return undefined;
  return kind === 'secret' ? 'secret' : 'publishable';
}
