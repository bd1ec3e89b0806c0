import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatApiKey, isOpaqueApiKey, parseApiKey } from './api-key.ts';

test('a key that was made is recognised as what it is', () => {
  for (const kind of ['publishable', 'secret'] as const) {
    const key = formatApiKey(kind, randomBytes(17));
    expect(key).toMatch(new RegExp(`^sb_${kind}_[\\w-]{22}_[\\w-]{8}$`));
    expect(parseApiKey(key)).toBe(kind);
  }
});

test('a mistyped key is noticed without asking anyone', () => {
  const key = formatApiKey('secret', randomBytes(17));
  const flipped = `${key.slice(0, 15)}${key[15] === 'a' ? 'b' : 'a'}${key.slice(16)}`;
  expect(parseApiKey(flipped)).toBeUndefined();
  expect(parseApiKey(key.replace('secret', 'publishable'))).toBeUndefined();
});

test('no other text is taken for a key', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseApiKey(text)).toBeUndefined();
    }),
  );
  expect(isOpaqueApiKey('eyJhbGciOiJIUzI1NiJ9.e30.x')).toBe(false);
});
