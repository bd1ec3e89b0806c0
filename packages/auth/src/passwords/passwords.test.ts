import { silentLogger } from '@plinth/testkit';
import { expect, test } from 'vitest';
import { bcryptCost } from './bcrypt-hash.ts';
import { nativeHasher, scriptHasher } from './hasher.ts';
import { Passwords } from './passwords.ts';
import { requiredSets, weaknessOf } from './strength.ts';

test('native and JavaScript bcrypt understand each other', async () => {
  const hashers = [await nativeHasher(), await scriptHasher()];
  for (const one of hashers) {
    const hash = await one.hash('pässword', 4);
    expect(hash).toMatch(/^\$2a\$04\$/);
    for (const other of hashers) {
      expect(await other.verify('pässword', hash)).toBe(true);
      expect(await other.verify('password', hash)).toBe(false);
      expect(await other.verify('pässword', hash.replace('$2a$', '$2b$'))).toBe(true);
      expect(await other.verify('pässword', hash.replace('$2a$', '$2y$'))).toBe(true);
      expect(await other.verify('pässword', 'not a hash')).toBe(false);
    }
  }
});

test('a platform without native bcrypt still hashes and compares', async () => {
  const passwords = new Passwords(silentLogger, scriptHasher());
  const hash = await passwords.hash('correct horse');
  expect(await passwords.verify('correct horse', hash)).toBe(true);
  expect(await passwords.verify('wrong', hash)).toBe(false);
});

test('nothing is right where there is no hash', async () => {
  const passwords = new Passwords(silentLogger);
  for (const hash of [undefined, null, '', 'plain', '$argon2id$v=19$m=1,t=1,p=1$a$b']) {
    expect(await passwords.verify('no password', hash)).toBe(false);
  }
});

test('no more than 72 bytes are a password', async () => {
  const passwords = new Passwords(silentLogger);
  const longest = 'ä'.repeat(36);
  const hash = await passwords.hash(longest);
  expect(await passwords.verify(longest, hash)).toBe(true);
  expect(await passwords.verify(`${longest}x`, hash)).toBe(false);
  await expect(passwords.hash(`${longest}x`)).rejects.toMatchObject({ code: 'validation_failed' });
});

test('the cost of a hash is read, and nothing else is a hash', () => {
  expect(bcryptCost(`$2a$10$${'a'.repeat(53)}`)).toBe(10);
  expect(bcryptCost(`$2y$04$${'a'.repeat(53)}`)).toBe(4);
  for (const text of ['', '$2a$10$short', `$1$10$${'a'.repeat(53)}`, `$2a$10$${'ä'.repeat(53)}`]) {
    expect(bcryptCost(text)).toBeUndefined();
  }
});

test('rules ask for length in bytes and for one of each kind of characters', () => {
  const rules = { minLength: 8, required: requiredSets.lower_upper_letters_digits_symbols };
  expect(weaknessOf('Abc123!x', rules)).toBeUndefined();
  expect(weaknessOf('Abc1!', rules)?.reasons).toEqual(['length']);
  expect(weaknessOf('abcdefgh', rules)).toEqual({
    message: expect.stringContaining(
      'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABC',
    ),
    reasons: ['characters'],
  });
  expect(weaknessOf('ääää', { minLength: 8, required: [] })).toBeUndefined();
  expect(weaknessOf('', rules)?.reasons).toEqual(['length', 'characters']);
});
