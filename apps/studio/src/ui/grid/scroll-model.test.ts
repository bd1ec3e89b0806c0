import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, rowsInView, type ScrollPosition, scrollModel } from './scroll-model.ts';

const shapes = fc.record({
  rows: fc.integer({ min: 0, max: 5_000_000 }),
  rowHeight: fc.constantFrom(28, 32, 56),
  viewport: fc.integer({ min: 100, max: 2000 }),
});

describe('the map between scroll bar and rows', () => {
  test('is monotone, within bounds, and takes the ends to the ends', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ rows, rowHeight, viewport }, a, b) => {
          const model = scrollModel(rows, rowHeight, viewport);
          const [low, high] = [Math.min(a, b) * model.maxScroll, Math.max(a, b) * model.maxScroll];
          expect(model.toVirtual(low)).toBeLessThanOrEqual(model.toVirtual(high) + 1e-6);
          expect(model.toVirtual(0)).toBe(0);
          expect(model.toVirtual(model.maxScroll)).toBeCloseTo(model.maxVirtual, 3);
        },
      ),
    );
  });

  test('goes back to where it came from', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ rows, rowHeight, viewport }, part) => {
          const model = scrollModel(rows, rowHeight, viewport);
          const virtual = part * model.maxVirtual;
          expect(model.toVirtual(model.toScroll(virtual))).toBeCloseTo(virtual, 2);
        },
      ),
    );
  });

  test('no element is taller than the cap', () => {
    expect(scrollModel(10_000_000, 32, 800).spacer).toBe(8_000_000);
    expect(scrollModel(100, 32, 800).spacer).toBe(3200);
  });

  test('the last row of a million is in view at the very end', () => {
    const model = scrollModel(1_000_000, 32, 800);
    expect(rowsInView(model, model.toVirtual(model.maxScroll), 800, 1_000_000)[1]).toBe(999_999);
  });
});

/** Scrolls as a browser would: a wanted distance, cut at the ends of the scroll bar. */
function scrollBy(
  model: ReturnType<typeof scrollModel>,
  from: ScrollPosition,
  distance: number,
  viewport: number,
): ScrollPosition {
  const wanted = Math.min(model.maxScroll, Math.max(0, from.scroll + distance));
  return advance(model, from, wanted, viewport);
}

describe('scrolling', () => {
  test('small steps move the rows pixel by pixel, also where the scroll bar is scaled', () => {
    const model = scrollModel(1_000_000, 32, 800);
    const from = { scroll: 4_000_000, virtual: model.toVirtual(4_000_000) };
    const to = advance(model, from, from.scroll + 100, 800);
    expect(to.virtual - from.virtual).toBeCloseTo(100, 6);
  });

  test('a leap goes by the map', () => {
    const model = scrollModel(1_000_000, 32, 800);
    const to = advance(model, { scroll: 0, virtual: 0 }, 4_000_000, 800);
    expect(to.virtual).toBe(model.toVirtual(4_000_000));
  });

  test('whatever the way, rows in view exist and cover the view', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.array(
          fc.oneof(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -8e6, max: 8e6 })),
          {
            maxLength: 60,
          },
        ),
        ({ rows, rowHeight, viewport }, distances) => {
          const model = scrollModel(rows, rowHeight, viewport);
          let at: ScrollPosition = { scroll: 0, virtual: 0 };
          for (const distance of distances) {
            at = scrollBy(model, at, distance, viewport);
            expect(at.scroll).toBeGreaterThanOrEqual(0);
            expect(at.scroll).toBeLessThanOrEqual(model.maxScroll + 1e-6);
            const [first, last] = rowsInView(model, at.virtual, viewport, rows);
            if (rows === 0) continue;
            expect(first * rowHeight).toBeLessThanOrEqual(at.virtual + 1e-6);
            const shownTo = Math.min((last + 1) * rowHeight, rows * rowHeight);
            expect(shownTo).toBeGreaterThanOrEqual(
              Math.min(at.virtual + viewport, rows * rowHeight) - 1e-6,
            );
          }
        },
      ),
    );
  });

  test('from anywhere the wheel alone reaches the first and the last row', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -60_000, max: 60_000 }),
        fc.boolean(),
        (part, drift, down) => {
          const viewport = 800;
          const model = scrollModel(400_000, 32, viewport);
          const scroll = part * model.maxScroll;
          // The position may have drifted away from the map by many small steps.
          const virtual = Math.min(model.maxVirtual, Math.max(0, model.toVirtual(scroll) + drift));
          let at: ScrollPosition = { scroll, virtual };
          const step = down ? 1000 : -1000;
          for (let count = 0; count < 14_000; count += 1) at = scrollBy(model, at, step, viewport);
          expect(at.virtual).toBeCloseTo(down ? model.maxVirtual : 0, 3);
          expect(at.scroll).toBeCloseTo(down ? model.maxScroll : 0, 3);
        },
      ),
      { numRuns: 40 },
    );
  });
});
