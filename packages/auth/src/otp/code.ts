import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '@plinth/kernel';

/** Begins the hash of a code whose sign-in ends in a code exchange. */
export const pkcePrefix = 'pkce_';

/** A code of so many digits, each as likely as any other. */
export function newCode(random: Random, digits: number): string {
  let code = '';
  while (code.length < digits) {
    for (const byte of random.bytes(digits)) {
      // 250 is the largest multiple of ten in a byte: larger ones would favour small digits.
      if (byte < 250 && code.length < digits) code += String(byte % 10);
    }
  }
  return code;
}

/** What is stored of a code: hex SHA-224 of the address and the code, as upstream. */
export function hashCode(address: string, code: string): string {
  return createHash('sha224').update(address).update(code).digest('hex');
}

/** True where a stored hash is that of a code, begun in either flow. Takes the same time for any. */
export function isHashOf(hash: string, stored: string | null): boolean {
  if (stored === null || stored === '') return false;
  const plain = stored.startsWith(pkcePrefix) ? stored.slice(pkcePrefix.length) : stored;
  const [a, b] = [Buffer.from(hash), Buffer.from(plain)];
  return a.length === b.length && timingSafeEqual(a, b);
}
