import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSize } from './size.ts';

test('units of 1024 and of 1000 are told apart', () => {
  expect(parseSize('50MiB')).toBe(52_428_800);
  expect(parseSize('50MB')).toBe(50_000_000);
  expect(parseSize('1.5 gb')).toBe(1_500_000_000);
  expect(parseSize(300)).toBe(300);
});

test('a whole number of bytes is itself, whatever else is refused', () => {
  fc.assert(
    fc.property(fc.nat(), (bytes) => {
      expect(parseSize(bytes)).toBe(bytes);
      expect(parseSize(`${bytes}B`)).toBe(bytes);
      expect(parseSize(`${bytes}KiB`)).toBe(bytes * 1024);
    }),
  );
  for (const wrong of ['', 'MiB', '-1', '5 apples', '1e400', null, {}, true]) {
    expect(() => parseSize(wrong)).toThrow('must be a size');
  }
});
