import { expect, test } from 'vitest';
import { PublicUrl } from './public-url.ts';

const listening = 'http://127.0.0.1:54321';
function url(options: { externalUrl?: string; trustProxy?: boolean } = {}): PublicUrl {
  const known = new PublicUrl({ externalUrl: '', trustProxy: false, now: () => 0, ...options });
  known.listensAt(listening);
  return known;
}

test('the name a client used is kept where it names this machine', () => {
  expect(url().of({ host: 'localhost:54321' })).toBe('http://localhost:54321');
  expect(url().of({ host: 'shop.localhost:54321' })).toBe('http://shop.localhost:54321');
  expect(url().of({ host: '127.0.0.1:54321' })).toBe(listening);
});

test('a forged Host never gets into a link', () => {
  for (const host of [
    'evil.example',
    '6.6.6.6',
    'localhost@evil.example',
    'localhost:1/evil',
    'a b',
    '',
  ]) {
    expect(url().of({ host })).toBe(listening);
  }
  expect(url().of({ host: 'localhost', 'x-forwarded-host': 'evil.example' })).toBe(
    'http://localhost',
  );
});

test('a set external URL wins over everything', () => {
  const fixed = url({ externalUrl: 'https://api.shop.example/' });
  expect(fixed.of({ host: 'evil.example' })).toBe('https://api.shop.example');
});
