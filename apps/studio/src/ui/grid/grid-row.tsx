import { Maximize2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/translate.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Checkbox } from '../controls/checkbox.tsx';
import type { ColumnLayout } from './column-layout.ts';
import type { GridColumn, RowTone } from './types.ts';

export interface GridRowProps<R> {
  readonly gridId: string;
  readonly index: number;
  /** Undefined while it is on its way. */
  readonly data: R | undefined;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly gutter: number;
  /** The active column where this is the active row, else -1. */
  readonly activeColumn: number;
  readonly selectable: boolean;
  readonly openable: boolean;
  readonly selected: boolean;
  readonly tone: RowTone;
  readonly renderCell: (data: R, column: number, row: number) => ReactNode;
}

const tones: Readonly<Record<RowTone, string>> = {
  plain: 'bg-paper',
  open: 'bg-stone-2',
  conflict: 'bg-danger-wash',
  new: 'bg-success-wash',
  gone: 'bg-stone-2 line-through opacity-60',
};

function Row<R>(props: GridRowProps<R>): ReactNode {
  const cells: ReactNode[] = [];
  for (let column = props.firstColumn; column <= props.lastColumn; column += 1)
    cells.push(cellOf(props, column));
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtual in both directions
    <div
      role="row"
      aria-rowindex={props.index + 2}
      aria-selected={props.selectable ? props.selected : undefined}
      data-row={props.index}
      style={{
        transform: `translateY(${props.top}px)`,
        height: props.height,
        width: props.layout.total + props.gutter,
      }}
      className={cx(
        'absolute left-0 top-0 border-b border-line/60',
        props.selected ? 'bg-verdigris-wash' : tones[props.tone],
      )}
    >
      <RowHeader {...props} />
      {cells}
    </div>
  );
}

/** Not a component: a cell costs no more than its element. */
function cellOf<R>(props: GridRowProps<R>, column: number): ReactNode {
  const { gridId, index, data, layout, height } = props;
  const left = layout.lefts[column] ?? 0;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names this cell as active
    // biome-ignore lint/a11y/useSemanticElements: rows and columns are virtual, a table element cannot be
    <div
      key={column}
      id={`${gridId}-${index}-${column}`}
      role="gridcell"
      aria-colindex={column + 2}
      data-column={column}
      style={{
        left: left + props.gutter,
        width: (layout.lefts[column + 1] ?? 0) - left,
        height: height - 1,
      }}
      className={cx(
        'absolute top-0 flex items-center overflow-hidden border-r border-line/60 px-2',
        props.columns[column]?.align === 'end' && 'justify-end',
        column === props.activeColumn &&
          'z-1 outline-2 -outline-offset-2 outline-line-strong in-focus-within:outline-verdigris',
      )}
    >
      {data === undefined ? (
        <span
          className="skeleton h-3"
          style={{ width: `${30 + ((index * 7 + column * 13) % 40)}%` }}
        />
      ) : (
        props.renderCell(data, column, index)
      )}
    </div>
  );
}

/** The number of a row; on hover its tick and the way into it. */
function RowHeader<R>(props: GridRowProps<R>): ReactNode {
  const { index, data, selected, tone } = props;
  const isHere = data !== undefined;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtual
    <div
      role="rowheader"
      aria-colindex={1}
      style={{ width: props.gutter, height: props.height - 1 }}
      className={cx(
        'group sticky left-0 z-2 flex items-center justify-center border-r border-line text-small text-ink-3',
        selected ? 'bg-verdigris-wash' : tone === 'plain' ? 'bg-stone-1' : tones[tone],
      )}
    >
      <span
        className={cx(
          isHere && (props.selectable || props.openable) && 'group-hover:hidden',
          selected && 'hidden',
        )}
      >
        {formatNumber(index + 1)}
      </span>
      {props.selectable && isHere && (
        <Checkbox
          tabIndex={-1}
          checked={selected}
          readOnly
          data-select={index}
          aria-label={t('grid.selectRow', { row: index + 1 })}
          className={cx(!selected && 'hidden! group-hover:inline-grid!')}
        />
      )}
      {props.openable && isHere && (
        <button
          type="button"
          tabIndex={-1}
          data-open-row={index}
          aria-label={t('grid.openRow', { row: index + 1 })}
          className="ml-1.5 hidden size-5 place-items-center rounded-mark text-ink-3 group-hover:grid hover:bg-stone-3 hover:text-ink"
        >
          <Maximize2 size={12} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** One row of a grid; rendered again only where something of its own has changed. */
export const GridRow: <R>(props: GridRowProps<R>) => ReactNode = memo(Row) as typeof Row;
