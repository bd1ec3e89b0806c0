import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Glob } from './glob.ts';

const matches = (pattern: string, text: string): boolean => new Glob(pattern).matches(text);

describe('what patterns of redirect URLs mean', () => {
  test.each([
    ['http://localhost:3000', 'http://localhost:3000', true],
    ['http://localhost:3000', 'http://localhost:3000/', false],
    ['http://localhost:3000/*', 'http://localhost:3000/', true],
    ['http://localhost:3000/*', 'http://localhost:3000/foo', true],
    ['http://localhost:3000/*', 'http://localhost:3000/foo/bar', false],
    ['http://localhost:3000/*', 'http://localhost:3000/foo.html', false],
    ['http://localhost:3000/**', 'http://localhost:3000/foo/bar.html?x=1', true],
    ['https://*.example.com/', 'https://app.example.com/', true],
    ['https://*.example.com/', 'https://a.b.example.com/', false],
    ['https://*-team.vercel.app/**', 'https://pr-1-team.vercel.app/login', true],
    ['https://*-team.vercel.app/**', 'https://evil.com/x-team.vercel.app/', false],
    ['https://**.example.com/', 'https://a.b.example.com/', true],
    ['http://localhost:300?', 'http://localhost:3001', true],
    ['http://localhost:300?', 'http://localhost:30011', false],
    ['a?b', 'a.b', false],
    ['[ab]c', 'ac', true],
    ['[!ab]c', 'ac', false],
    ['[!ab]c', 'dc', true],
    ['[a-c]x', 'bx', true],
    ['[a-c]x', 'dx', false],
    ['{http,https}://x', 'https://x', true],
    ['{a,b{c,d}}e', 'bde', true],
    ['{a,b{c,d}}e', 'bae', false],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['a,b}', 'a,b}', true],
    ['myapp://**', 'myapp://callback?code=1', true],
  ])('%s and %s: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  test.each(['[ab', '{a,b', 'a\\', '{a'])('%s is no pattern', (pattern) => {
    expect(() => new Glob(pattern)).toThrow(RangeError);
  });
});

/** A pattern as parts, with the regular expression that means the same. */
const part = fc.oneof(
  fc.constantFrom(...'abc./-').map((c) => ({ glob: c, regex: c.replace(/[./]/, '\\$&') })),
  fc.constant({ glob: '?', regex: '[^./]' }),
  fc.constant({ glob: '*', regex: '[^./]*' }),
  fc.constant({ glob: '**', regex: '[^]*' }),
  fc.constant({ glob: '[ab]', regex: '[ab]' }),
  fc.constant({ glob: '[!a]', regex: '[^a]' }),
  fc.constant({ glob: '{a,bc}', regex: '(?:a|bc)' }),
);

/** `*` next to `**` or `*` reads as one token in a glob, so parts are kept apart by a letter. */
const pattern = fc.array(part, { maxLength: 8 }).map((parts) => ({
  glob: parts.map(({ glob }) => glob).join('x'),
  regex: new RegExp(`^${parts.map(({ regex }) => regex).join('x')}$`, 'u'),
}));

test('a pattern means what its regular expression means', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abcx./-'), maxLength: 14 });
  fc.assert(
    fc.property(pattern, text, ({ glob, regex }, candidate) => {
      expect(matches(glob, candidate)).toBe(regex.test(candidate));
    }),
    { numRuns: 3000 },
  );
});

test('a text without special characters matches itself and nothing else', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'abc/.:-🤷'), maxLength: 12 });
  fc.assert(
    fc.property(plain, plain, (a, b) => {
      expect(matches(a, b)).toBe(a === b);
    }),
  );
});

test('no pattern takes for ever, whatever the text', () => {
  expect(matches('**a'.repeat(50), 'a'.repeat(2000))).toBe(true);
  expect(matches(`${'{a,aa}'.repeat(40)}b`, 'a'.repeat(2000))).toBe(false);
});
