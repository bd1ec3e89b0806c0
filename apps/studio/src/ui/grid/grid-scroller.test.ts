import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { layoutColumns } from './column-layout.ts';
import { GridScroller, type Scrollable } from './grid-scroller.ts';
import { tallest } from './scroll-model.ts';

const viewport = 640;
const rowHeight = 32;

/** An element that keeps its scroll position within its height, as a browser does. */
function fakeElement(rows: number): Scrollable {
  const most = Math.max(0, Math.min(rows * rowHeight, tallest) - viewport);
  let top = 0;
  return {
    get scrollTop() {
      return top;
    },
    set scrollTop(wanted: number) {
      top = Math.min(most, Math.max(0, wanted));
    },
    scrollLeft: 0,
    clientWidth: 1000,
  };
}

function setUp(rows: number) {
  const seen: (readonly [number, number])[] = [];
  const scroller = new GridScroller((first, last) => seen.push([first, last]));
  const element = fakeElement(rows);
  scroller.attach(element);
  const layout = layoutColumns(Array.from({ length: 60 }, () => 150));
  scroller.reshape({ rows, rowHeight, viewport, gutter: 60, layout });
  return { scroller, element, seen };
}

test('whatever the scrolling, the rows in sight are on the page, and stand within the window', () => {
  vi.useFakeTimers();
  const step = fc.record({
    by: fc.oneof(fc.integer({ min: -700, max: 700 }), fc.integer({ min: -8e6, max: 8e6 })),
    rest: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000_000 }), fc.array(step), (rows, steps) => {
      const { scroller, element, seen } = setUp(rows);
      for (const { by, rest } of steps) {
        element.scrollTop += by;
        scroller.scrolled();
        if (rest) vi.advanceTimersByTime(1000);
        const view = scroller.view();
        const [first, last] = seen.at(-1) ?? [0, 0];
        expect(view.firstRow).toBeLessThanOrEqual(first);
        expect(view.lastRow).toBeGreaterThanOrEqual(last);
        const topOfFirst = first * rowHeight - view.shift - element.scrollTop;
        expect(topOfFirst).toBeLessThanOrEqual(1);
        expect(topOfFirst).toBeGreaterThan(-rowHeight - 1);
      }
    }),
    { numRuns: 60 },
  );
  vi.useRealTimers();
});

test('few rows are on the page, however many there are', () => {
  const { scroller } = setUp(1_000_000);
  const { firstRow, lastRow, firstColumn, lastColumn } = scroller.view();
  expect(lastRow - firstRow).toBeLessThan(60);
  expect(lastColumn - firstColumn).toBeLessThan(12);
});

test('a row is brought into sight, also the very last one', () => {
  const { scroller, seen } = setUp(1_000_000);
  scroller.showRow(999_999);
  expect(seen.at(-1)?.[1]).toBe(999_999);
  scroller.showRow(500_000);
  expect(seen.at(-1)?.[0]).toBe(500_000);
  scroller.toTop();
  expect(seen.at(-1)?.[0]).toBe(0);
});

test('fewer rows than before bring the view back to the last of them', () => {
  const { scroller, seen } = setUp(1_000_000);
  scroller.showRow(999_999);
  const layout = layoutColumns([100]);
  scroller.reshape({ rows: 100, rowHeight, viewport, gutter: 60, layout });
  expect(seen.at(-1)?.[1]).toBe(99);
});

test('nothing is rendered anew while the rows on the page stay the same', () => {
  const { scroller, element } = setUp(10_000);
  element.scrollTop = 3;
  scroller.scrolled();
  const heard = vi.fn();
  scroller.subscribe(heard);
  element.scrollTop = 20;
  scroller.scrolled();
  expect(heard).not.toHaveBeenCalled();
});
