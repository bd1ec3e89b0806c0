import { ArrowDown, ArrowUp } from 'lucide-react';
import type { PointerEvent, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Checkbox } from '../controls/checkbox.tsx';
import type { ColumnLayout } from './column-layout.ts';
import type { GridColumn, GridSelection, GridSort } from './types.ts';

export interface GridHeaderProps {
  readonly gridId: string;
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly height: number;
  readonly gutter: number;
  readonly activeColumn: number;
  readonly sort: readonly GridSort[];
  readonly selection: GridSelection | undefined;
  readonly rows: number;
  readonly onResize: ((column: number, width: number, done: boolean) => void) | undefined;
}

/** The names of the columns; a click sorts, the right edge of each can be dragged. */
export function GridHeader(props: GridHeaderProps): ReactNode {
  const { layout, height, gutter } = props;
  const cells: ReactNode[] = [];
  for (let index = props.firstColumn; index <= props.lastColumn; index += 1) {
    const column = props.columns[index];
    if (column === undefined) continue;
    cells.push(<HeaderCell key={column.name} {...props} index={index} column={column} />);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtual
    <div
      role="rowgroup"
      className="sticky top-0 z-10 select-none border-b border-line bg-stone-1"
      style={{ width: layout.total + gutter, height }}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtual */}
      <div role="row" aria-rowindex={1}>
        <CornerCell {...props} />
        {cells}
      </div>
    </div>
  );
}

/** Above the numbers of the rows: ticks all of them. */
function CornerCell({ selection, rows, gutter, height }: GridHeaderProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtual
    <div
      role="columnheader"
      aria-colindex={1}
      style={{ width: gutter, height: height - 1 }}
      className="sticky left-0 z-2 flex items-center justify-center border-r border-line bg-stone-1"
    >
      {selection === undefined ? (
        <span className="sr-only">{t('grid.rowNumber')}</span>
      ) : (
        <Checkbox
          tabIndex={-1}
          aria-label={t('grid.selectAll')}
          checked={selection.count > 0 && selection.count >= rows}
          partly={selection.count > 0 && selection.count < rows}
          onChange={selection.toggleAll}
        />
      )}
    </div>
  );
}

function HeaderCell({
  gridId,
  index,
  column,
  layout,
  gutter,
  height,
  activeColumn,
  sort,
  onResize,
}: GridHeaderProps & { readonly index: number; readonly column: GridColumn }): ReactNode {
  const place = sort.findIndex((one) => one.column === column.name);
  const direction = sort[place];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtual in both directions
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names this cell as active
    <div
      id={`${gridId}--1-${index}`}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={
        direction === undefined ? undefined : direction.descending ? 'descending' : 'ascending'
      }
      data-header={index}
      style={{ left: (layout.lefts[index] ?? 0) + gutter, width: column.width, height }}
      className={cx(
        'absolute top-0 flex items-center border-r border-line/60',
        column.sortable === true && 'cursor-pointer hover:bg-stone-2',
        index === activeColumn &&
          'outline-2 -outline-offset-2 outline-line-strong in-focus-within:outline-verdigris',
      )}
    >
      <div
        className={cx(
          'flex min-w-0 flex-1 items-center gap-1.5 px-2',
          column.align === 'end' && 'justify-end',
        )}
        title={`${column.name} ${column.type}`}
      >
        {column.icon !== undefined && <span className="shrink-0 text-ink-3">{column.icon}</span>}
        <span className="shrink-[1] truncate font-medium text-ink">{column.name}</span>
        <span className="min-w-0 shrink-[8] truncate text-small text-ink-3">{column.type}</span>
        {direction !== undefined && (
          <span
            className={cx(
              'flex shrink-0 items-center text-verdigris-deep',
              column.align !== 'end' && 'ml-auto',
            )}
          >
            {direction.descending ? <ArrowDown size={14} /> : <ArrowUp size={14} />}
            {sort.length > 1 && <span className="text-small">{place + 1}</span>}
          </span>
        )}
      </div>
      {onResize !== undefined && (
        <ResizeGrip index={index} width={column.width} onResize={onResize} />
      )}
    </div>
  );
}

function ResizeGrip({
  index,
  width,
  onResize,
}: {
  readonly index: number;
  readonly width: number;
  readonly onResize: (column: number, width: number, done: boolean) => void;
}): ReactNode {
  const drag = (event: PointerEvent<HTMLSpanElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    const grip = event.currentTarget;
    grip.setPointerCapture(event.pointerId);
    const start = event.clientX;
    const wanted = (moved: globalThis.PointerEvent): number => width + moved.clientX - start;
    const move = (moved: globalThis.PointerEvent): void => onResize(index, wanted(moved), false);
    grip.addEventListener('pointermove', move);
    grip.addEventListener(
      'pointerup',
      (moved: globalThis.PointerEvent) => {
        grip.removeEventListener('pointermove', move);
        onResize(index, wanted(moved), true);
      },
      { once: true },
    );
  };
  return (
    <span
      aria-hidden="true"
      data-grip
      onPointerDown={drag}
      className="absolute inset-y-0 -right-1 z-1 w-2 cursor-col-resize touch-none after:absolute after:inset-y-1 after:left-1 after:w-px hover:after:bg-verdigris"
    />
  );
}
