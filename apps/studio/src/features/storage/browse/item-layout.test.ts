import { expect, test } from 'vitest';
import { heightOf, inSight, layoutOf, placeOf, stepFrom } from './item-layout.ts';

test('tiles fill the width whatever it is, two columns at least', () => {
  for (const width of [300, 390, 768, 1000, 1440, 2400]) {
    const layout = layoutOf('grid', width, 32);
    const { columns, itemWidth, gap, padding } = layout;
    const used = columns * itemWidth + (columns - 1) * gap + 2 * padding;
    expect(columns).toBeGreaterThanOrEqual(2);
    expect(used).toBeLessThanOrEqual(width);
    expect(used).toBeGreaterThan(width - columns);
  }
});

test('what is in sight is on the page, what is far is not', () => {
  for (const view of ['list', 'grid'] as const) {
    const layout = layoutOf(view, 1000, 32);
    for (const scrollTop of [0, 17, 5000, 123_456]) {
      const { first, end } = inSight(layout, 100_000, scrollTop, 600);
      for (let index = 0; index < 100_000; index += 1) {
        const { top } = placeOf(layout, index);
        const isSeen = top < scrollTop + 600 && top + layout.itemHeight > scrollTop;
        if (isSeen) expect(index >= first && index < end).toBe(true);
      }
      expect(end - first).toBeLessThan(90);
    }
  }
});

test('the area ends below the last item', () => {
  const layout = layoutOf('grid', 1000, 32);
  const last = placeOf(layout, 41).top + layout.itemHeight;
  expect(heightOf(layout, 42)).toBe(last + layout.padding);
  expect(heightOf(layout, 0)).toBe(0);
});

test('keys lead to neighbours and stay inside', () => {
  expect(stepFrom('ArrowDown', 4, 10, 5, 3)).toBe(9);
  expect(stepFrom('ArrowDown', 5, 10, 5, 3)).toBe(5);
  expect(stepFrom('ArrowUp', 2, 10, 5, 3)).toBe(2);
  expect(stepFrom('ArrowRight', 9, 10, 5, 3)).toBe(9);
  expect(stepFrom('ArrowRight', 3, 10, 1, 3)).toBeUndefined();
  expect(stepFrom('PageDown', 0, 10, 1, 3)).toBe(3);
  expect(stepFrom('End', 0, 10, 5, 3)).toBe(9);
  expect(stepFrom('a', 0, 10, 5, 3)).toBeUndefined();
});
