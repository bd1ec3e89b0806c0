import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ColumnLayout } from './column-layout.ts';
import { GridScroller, type GridView } from './grid-scroller.ts';
import { tallest } from './scroll-model.ts';

export interface GridScroll {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly scroller: GridScroller;
  readonly view: GridView;
  /** Height of the element that holds the rows. */
  readonly spacer: number;
}

export interface GridScrollOptions {
  readonly rows: number;
  readonly rowHeight: number;
  readonly headerHeight: number;
  /** Width of what stays at the left edge. */
  readonly gutter: number;
  readonly layout: ColumnLayout;
  /** Rows in sight, without the ones beyond the edges. */
  readonly onRows: (first: number, last: number) => void;
  /** Counts how often the rows have moved by themselves, and by how many places they did last. */
  readonly moved?: { readonly times: number; readonly by: number } | undefined;
}

/** A `GridScroller` for the element behind `ref`. */
export function useGridScroll(options: GridScrollOptions): GridScroll {
  const { rows, rowHeight, headerHeight, gutter, layout, onRows } = options;
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(onRows);
  useLayoutEffect(() => {
    latest.current = onRows;
  });
  const [scroller] = useState(() => new GridScroller((first, last) => latest.current(first, last)));
  // Updates of a store are rendered before the next frame: what is scrolled into sight is there in time.
  const view = useSyncExternalStore(scroller.subscribe, scroller.view);
  const [size, setSize] = useState({ width: 0, height: 600 });

  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = (): void =>
      setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    scroller.attach(element);
    return () => {
      observer.disconnect();
      scroller.attach(null);
    };
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the width decides which columns are in sight
  useLayoutEffect(() => {
    const viewport = Math.max(rowHeight, size.height - headerHeight);
    scroller.reshape({ rows, rowHeight, viewport, gutter, layout });
  }, [scroller, rows, rowHeight, headerHeight, size.height, size.width, gutter, layout]);

  const { moved } = options;
  const times = moved?.times ?? 0;
  const by = moved?.by ?? 0;
  const seen = useRef(times);
  useLayoutEffect(() => {
    // Another list counts from the beginning.
    if (times > seen.current) scroller.shift(by);
    seen.current = times;
  }, [scroller, times, by]);

  return { ref, scroller, view, spacer: Math.min(rows * rowHeight, tallest) };
}
