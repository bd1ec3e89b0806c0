import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { answers, parseChallenge } from './challenge.ts';
import { hashCode, isHashOf, newCode, pkcePrefix } from './code.ts';

const random = { bytes: (length: number): Uint8Array => randomBytes(length), uuid: () => '' };

test('a code has its digits, each as likely as any other', () => {
  const seen = new Array<number>(10).fill(0);
  for (let i = 0; i < 2000; i += 1) {
    const code = newCode(random, 6);
    expect(code).toMatch(/^\d{6}$/);
    for (const digit of code) seen[Number(digit)] = (seen[Number(digit)] ?? 0) + 1;
  }
  for (const count of seen) expect(Math.abs(count - 1200)).toBeLessThan(200);
  expect(newCode(random, 10)).toMatch(/^\d{10}$/);
});

test('bytes that would favour small digits are not used', () => {
  const bytes = [255, 250, 251, 9, 10, 249];
  expect(newCode({ bytes: () => Uint8Array.from(bytes), uuid: () => '' }, 6)).toBe('909909');
});

test('the hash of a code is upstream’s, in either flow', () => {
  const hash = hashCode('ada@example.com', '123456');
  expect(hash).toBe('b3e6748f730bb25fa8ce9a5fda7fd5bf5f56ee21419043fe1c94d975');
  expect(isHashOf(hash, hash)).toBe(true);
  expect(isHashOf(hash, pkcePrefix + hash)).toBe(true);
  for (const other of [null, '', 'x', hash.slice(1), `x${hash}`]) {
    expect(isHashOf(hash, other)).toBe(false);
  }
});

test('a challenge is answered by its verifier only', () => {
  // The example of RFC 7636, appendix B.
  const challenge = {
    method: 's256' as const,
    challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  };
  expect(answers(challenge, 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(true);
  expect(answers(challenge, 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl')).toBe(false);
  expect(answers(challenge, '')).toBe(false);
});

test('a request without a challenge asks for no code flow', () => {
  expect(parseChallenge({})).toBeUndefined();
  expect(parseChallenge({ code_challenge: null, code_challenge_method: null })).toBeUndefined();
  expect(parseChallenge({ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' })).toEqual(
    { method: 's256', challenge: 'x'.repeat(43) },
  );
});
