import { silentLogger } from '@plinth/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authError } from '../errors.ts';
import { RedirectRules } from './redirect-rules.ts';
import { errorUrl, withFragment, withQuery, withTokens } from './redirect-url.ts';

const rules = new RedirectRules(
  {
    siteUrl: 'https://example.com',
    redirectUrls: ['https://*.preview.example.com/**', 'http://localhost:3000/**', 'myapp://**'],
  },
  silentLogger,
);

describe('where a link may lead', () => {
  test.each([
    'https://example.com',
    'https://example.com/',
    'https://example.com/any/path?x=1#y',
    'http://127.0.0.1',
    'http://127.0.0.1:5173/callback',
    'http://127.9.9.9:1',
    'http://[::1]:3000/x',
    'https://pr-1.preview.example.com/login?next=/home',
    'http://localhost:3000/anything',
    'myapp://callback',
  ])('%s', (url) => {
    expect(rules.allows(url)).toBe(true);
  });
});

describe('where it may not', () => {
  test.each([
    '',
    '/relative',
    '//evil.com',
    'https://evil.com',
    'http://example.com',
    'https://example.com:8443/',
    'https://example.com.evil.com/',
    'https://evil.com/https://example.com',
    'https://example.com@evil.com/',
    'https://example.com\\@evil.com/',
    'https://evil.com\\example.com',
    'https://evil.com#https://example.com',
    'http://2130706433/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[fd00::1]/',
    'http://localhost:4000/',
    'http://localhost:30001/',
    'https://evil.com/.preview.example.com/x',
    'https://a.b.preview.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://exam\nple.com',
    ' https://example.com',
    'https://example.com%2eevil.com/',
    'http://0177.0.0.1/',
    'https://ex_ample.com/',
    `https://example.com/${'x'.repeat(3000)}`,
  ])('%s', (url) => {
    expect(rules.allows(url)).toBe(false);
  });
});

test('a localhost site allows any port', () => {
  const local = new RedirectRules(
    { siteUrl: 'http://localhost:3000', redirectUrls: [] },
    silentLogger,
  );
  expect(local.allows('http://localhost:5173/x')).toBe(true);
  expect(local.allows('https://localhost:5173/x')).toBe(false);
});

test('the first allowed wish is granted, else the site', () => {
  expect(rules.choose([undefined, 'https://evil.com', 'myapp://x'])).toBe('myapp://x');
  expect(rules.choose(['https://evil.com'])).toBe('https://example.com');
});

test('a pattern that cannot be read matches nothing and says so', () => {
  const warned: string[] = [];
  const broken = new RedirectRules(
    { siteUrl: 'https://example.com', redirectUrls: ['https://[x', '**'] },
    { ...silentLogger, warn: (_, message) => warned.push(message) },
  );
  expect(warned).toHaveLength(1);
  expect(broken.allows('https://x')).toBe(true);
});

test('whatever is allowed over the web, a browser goes to an allowed host', () => {
  const piece = fc.constantFrom(
    'https://',
    'http://',
    '//',
    '/',
    '\\',
    '@',
    ':',
    '#',
    '?',
    '.',
    '%2f',
    '%00',
    '\t',
    ' ',
    'example.com',
    'evil.com',
    'localhost:3000',
    'x.preview.example.com',
    '127.0.0.1',
    '[::1]',
    '443',
    'user',
  );
  const url = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(url, (candidate) => {
      if (!/^https?:/i.test(candidate) || !rules.allows(candidate)) return;
      const { hostname } = new URL(candidate);
      const fine =
        ['example.com', 'localhost', '127.0.0.1', '[::1]'].includes(hostname) ||
        hostname.endsWith('.preview.example.com');
      expect(fine, `${candidate} goes to ${hostname}`).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});

test('parameters are added without losing those there are', () => {
  expect(withQuery('https://x/y?a=1#z', { code: 'b c' })).toBe('https://x/y?a=1&code=b+c');
  expect(withFragment('https://x/y#old', { b: '2', a: '1' })).toBe('https://x/y#a=1&b=2&sb=');
  expect(withTokens('https://x/#/route', { a: '1' })).toBe('https://x/#/route#a=1&sb=');
  expect(errorUrl('https://x', authError('otp_expired'), 'pkce')).toBe(
    'https://x?error=access_denied&error_code=otp_expired&error_description=Token+has+expired+or+is+invalid#error=access_denied&error_code=otp_expired&error_description=Token+has+expired+or+is+invalid&sb=',
  );
});
