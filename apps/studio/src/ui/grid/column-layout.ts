/** Left edges of columns that stand side by side; `lefts[n]` is the width of all. */
export interface ColumnLayout {
  readonly lefts: readonly number[];
  readonly total: number;
}

/** Puts columns of these widths side by side. */
export function layoutColumns(widths: readonly number[]): ColumnLayout {
  const lefts: number[] = [0];
  let left = 0;
  for (const width of widths) {
    left += width;
    lefts.push(left);
  }
  return { lefts, total: left };
}

/** Index of the column that holds the pixel `x`; the first or last one beyond the edges. */
export function columnAt({ lefts }: ColumnLayout, x: number): number {
  let low = 0;
  let high = lefts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lefts[middle] ?? 0) <= x) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** Columns in sight, `[first, last]`, with `extra` more at each side. */
export function columnsInView(
  layout: ColumnLayout,
  scrollLeft: number,
  viewport: number,
  extra: number,
): readonly [first: number, last: number] {
  const count = layout.lefts.length - 1;
  if (count === 0) return [0, -1];
  return [
    Math.max(0, columnAt(layout, scrollLeft) - extra),
    Math.min(count - 1, columnAt(layout, scrollLeft + viewport) + extra),
  ];
}
