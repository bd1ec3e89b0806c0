import { expect, test } from 'vitest';
import { bytesOf, mimeRulesOf, sizeLimitOf, takesType, wrongRule } from './size-limit.ts';

test.each([
  ['5', 'MB', 5_000_000],
  ['1.5', 'GB', 1_500_000_000],
  ['1,5', 'kB', 1_500],
  ['', 'MB', null],
  ['0', 'MB', undefined],
  ['many', 'MB', undefined],
  ['-1', 'MB', undefined],
] as const)('%s %s are %s bytes', (amount, unit, bytes) => {
  expect(bytesOf({ amount, unit })).toBe(bytes);
});

test.each([null, 1, 999, 52_428_800, 5_000_000, 1_500_000_000])(
  'a limit of %s bytes is written so that it reads back the same',
  (bytes) => {
    expect(bytesOf(sizeLimitOf(bytes))).toBe(bytes);
  },
);

test('types are told apart by commas, spaces and lines', () => {
  expect(mimeRulesOf('image/*, Application/PDF\nimage/*')).toEqual(['image/*', 'application/pdf']);
  expect(mimeRulesOf('  ')).toBeNull();
  expect(wrongRule('image/*, application/pdf')).toBeUndefined();
  expect(wrongRule('image/*, images')).toBe('images');
});

test('a bucket takes what one of its rules names', () => {
  expect(takesType(null, 'video/mp4')).toBe(true);
  expect(takesType(['image/*'], 'image/png')).toBe(true);
  expect(takesType(['image/*'], 'imagery/png')).toBe(false);
  expect(takesType(['text/plain'], 'text/plain;charset=UTF-8')).toBe(true);
  expect(takesType(['text/plain'], 'text/html')).toBe(false);
});
