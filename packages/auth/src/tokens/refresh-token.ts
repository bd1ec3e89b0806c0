import type { Random } from '@plinth/kernel';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new refresh token: 12 characters of base32 in lower case, 60 random bits. */
export function newRefreshToken(random: Random): string {
  const bytes = random.bytes(12);
  // 32 letters divide 256 evenly: no letter is likelier than another.
  return Array.from(bytes, (byte) => alphabet[byte % 32]).join('');
}

/** True for what could be a refresh token of ours or of an upstream server. */
export function isRefreshToken(text: string): boolean {
  return /^[a-z0-9]{12}$/.test(text);
}
