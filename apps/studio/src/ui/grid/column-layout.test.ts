import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnAt, columnsInView, layoutColumns } from './column-layout.ts';

const widths = fc.array(fc.integer({ min: 40, max: 800 }), { minLength: 1, maxLength: 300 });

test('every pixel belongs to the column that covers it', () => {
  fc.assert(
    fc.property(widths, fc.nat(100_000), (given, x) => {
      const layout = layoutColumns(given);
      const at = columnAt(layout, x % layout.total);
      expect(layout.lefts[at]).toBeLessThanOrEqual(x % layout.total);
      expect(layout.lefts[at + 1]).toBeGreaterThan(x % layout.total);
    }),
  );
});

test('the columns asked for cover the view', () => {
  fc.assert(
    fc.property(widths, fc.nat(100_000), fc.integer({ min: 100, max: 3000 }), (given, x, view) => {
      const layout = layoutColumns(given);
      const left = x % layout.total;
      const [first, last] = columnsInView(layout, left, view, 1);
      expect(layout.lefts[first]).toBeLessThanOrEqual(left);
      expect(layout.lefts[last + 1]).toBeGreaterThanOrEqual(Math.min(left + view, layout.total));
    }),
  );
});
