import fc from 'fast-check';
import { expect, test } from 'vitest';
import { geometryOf } from './geometry.ts';
import { acceptedFormats } from './output-format.ts';
import { parseTransformation, type Transformation, transformationText } from './transformation.ts';

const side = fc.integer({ min: 1, max: 9_000 });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const transformation = fc.record({
  width: maybe(fc.integer({ min: 0, max: 5_000 })),
  height: maybe(fc.integer({ min: 0, max: 5_000 })),
  resize: maybe(fc.constantFrom('cover', 'contain', 'fill')),
  gravity: maybe(
    fc.constantFrom('no', 'so', 'ea', 'we', 'noea', 'nowe', 'soea', 'sowe', 'ce', 'sm', 'fp'),
  ),
  x_offset: maybe(fc.double({ min: -3_000, max: 3_000, noNaN: true })),
  y_offset: maybe(fc.double({ min: -3_000, max: 3_000, noNaN: true })),
}) as fc.Arbitrary<Transformation>;

test('results are never larger than the source or than asked for, and what is cut out lies inside', () => {
  fc.assert(
    fc.property(side, side, transformation, (width, height, asked) => {
      const { resize = { width, height }, extract } = geometryOf({ width, height }, asked);
      const result = extract ?? resize;
      for (const value of [...Object.values(extract ?? {}), resize.width, resize.height]) {
        expect(Number.isInteger(value)).toBe(true);
      }
      expect(result.width).toBeGreaterThanOrEqual(1);
      expect(result.width).toBeLessThanOrEqual(Math.min(width, asked.width || width));
      expect(result.height).toBeLessThanOrEqual(Math.min(height, asked.height || height));
      if (extract === undefined) return;
      expect(extract.left).toBeGreaterThanOrEqual(0);
      expect(extract.left + extract.width).toBeLessThanOrEqual(resize.width);
      expect(extract.top).toBeGreaterThanOrEqual(0);
      expect(extract.top + extract.height).toBeLessThanOrEqual(resize.height);
    }),
  );
});

test('a token says again what was asked for', () => {
  const asked: Transformation = {
    width: 300,
    height: 200,
    resize: 'contain',
    quality: 60,
    format: 'webp',
    gravity: 'fp',
    x_offset: 0.25,
    y_offset: 1,
  };
  const text = transformationText(asked, 'token');
  expect(text).toBe('height:200,width:300,resize:contain,quality:60,format:webp,gravity:fp:0.25:1');
  expect(parseTransformation(text, undefined)).toEqual(asked);
  expect(transformationText({ width: 99_999 }, 'token')).toBe('width:2000,resize:cover');
  expect(transformationText({ gravity: 'sm', x_offset: 9 }, 'header')).toBe('gravity:sm');
});

test('a token of another server cannot ask for more than a query can', () => {
  expect(
    parseTransformation(
      'width:999999,height:-5,quality:900,resize:up,format:tiff,x:1,,:',
      undefined,
    ),
  ).toEqual({
    width: 2_000,
    quality: 100,
  });
});

test('formats are accepted where they are named and not refused', () => {
  const cases: [string | undefined, boolean, boolean][] = [
    [undefined, false, false],
    ['*/*', false, false],
    ['image/*', false, false],
    ['image/avif,image/webp,*/*;q=0.8', true, true],
    ['IMAGE/WebP;q=0.5', true, false],
    ['image/webp; q=0', false, false],
    ['image/webp;q=0.0, image/avif', false, true],
    ['text/image/webp', false, false],
  ];
  for (const [accept, webp, avif] of cases) {
    expect([accept, acceptedFormats(accept)]).toEqual([accept, { webp, avif }]);
  }
});
