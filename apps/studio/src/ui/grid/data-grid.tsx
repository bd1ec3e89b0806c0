import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo } from 'react';
import { formatNumber } from '../../lib/text/format.ts';
import { layoutColumns } from './column-layout.ts';
import { addressOf, type GridActions, handleClick, handleKey } from './grid-events.ts';
import { GridHeader } from './grid-header.tsx';
import { GridRows } from './grid-rows.tsx';
import type { CellAddress } from './navigation.ts';
import type { GridSort, RowTone } from './types.ts';
import { useGridScroll } from './use-grid-scroll.ts';

export interface DataGridProps<R> extends GridActions {
  readonly label: string;
  readonly rowHeight: number;
  /** As many as there may turn out to be: the numbers of the rows have room from the start. */
  readonly expectedRows?: number;
  /** The row, as long as it is the same the same object; undefined while it is on its way. */
  readonly rowAt: (index: number) => R | undefined;
  /** Stable between renders, or all rows are rendered again. */
  readonly renderCell: (data: R, column: number, row: number) => ReactNode;
  readonly rowTone?: (index: number) => RowTone;
  readonly onRows?: (first: number, last: number) => void;
  /** Asked before the grid's own keys; `preventDefault` keeps a key from them. */
  readonly onKey?: (event: KeyboardEvent<HTMLDivElement>, cell: HTMLElement | null) => void;
  readonly sort?: readonly GridSort[];
  readonly onResize?: (column: number, width: number, done: boolean) => void;
  /** Changes where the grid shows other rows: it goes back to the top. */
  readonly rowsKey?: string;
  /** Counts how often rows have moved by themselves: those in sight stay where they are. */
  readonly moved?: { readonly times: number; readonly by: number };
}

const headerHeight = 32;
const noSort: readonly GridSort[] = [];
const noRows = (): void => {};

/** Wide enough for the largest number, and for what appears there on hover. */
const gutterOf = (rowCount: number, opens: boolean): number =>
  Math.max(opens ? 60 : 44, 20 + formatNumber(rowCount).length * 7);

/** Rows and columns by the million, of which only those in sight are on the page: the grid pattern of ARIA. */
export function DataGrid<R>(props: DataGridProps<R>): ReactNode {
  const { columns, rowCount, rowHeight, active, onActive, selection } = props;
  const gridId = useId();
  const expected = Math.max(rowCount, props.expectedRows ?? 0);
  const gutter = gutterOf(expected, props.onOpenRow !== undefined);
  const layout = useMemo(() => layoutColumns(columns.map(({ width }) => width)), [columns]);
  const { ref, scroller, view, spacer } = useGridScroll({
    rows: rowCount,
    rowHeight,
    headerHeight,
    gutter,
    layout,
    onRows: props.onRows ?? noRows,
    moved: props.moved,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, not another scroller
  useEffect(() => scroller.toTop(), [scroller, props.rowsKey]);

  const idOf = ({ row, column }: CellAddress): string => `${gridId}-${row}-${column}`;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    const at = idOf(active ?? { row: 0, column: 0 });
    props.onKey?.(event, ref.current?.querySelector<HTMLElement>(`[id="${at}"]`) ?? null);
    if (!event.defaultPrevented) handleKey(event, props, scroller);
  };
  const activeShown =
    active !== null &&
    (active.row === -1 || (active.row >= view.firstRow && active.row <= view.lastRow)) &&
    active.column >= view.firstColumn &&
    active.column <= view.lastColumn;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtual in both directions
    <div
      ref={ref}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable={selection !== undefined || undefined}
      aria-activedescendant={activeShown && active !== null ? idOf(active) : undefined}
      onScroll={scroller.scrolled}
      onKeyDown={onKeyDown}
      onClick={(event) => handleClick(event, props)}
      onDoubleClick={(event) => {
        const address = addressOf(event.target);
        if (address !== null) props.onOpen?.(address);
      }}
      onFocus={(event) => {
        if (active === null && event.target === event.currentTarget && rowCount > 0)
          onActive({ row: Math.min(view.firstRow, rowCount - 1), column: 0 });
      }}
      className="relative h-full overflow-auto overscroll-none bg-paper outline-none [contain:strict] focus-visible:outline-none"
    >
      <GridHeader
        gridId={gridId}
        columns={columns}
        layout={layout}
        firstColumn={view.firstColumn}
        lastColumn={view.lastColumn}
        height={headerHeight}
        gutter={gutter}
        activeColumn={active?.row === -1 ? active.column : -1}
        sort={props.sort ?? noSort}
        selection={selection}
        rows={rowCount}
        onResize={props.onResize}
      />
      {rowCount > 0 && (
        <GridRows
          {...props}
          gridId={gridId}
          layout={layout}
          gutter={gutter}
          view={view}
          spacer={spacer}
        />
      )}
    </div>
  );
}
