import type { TableDetails } from '@plinth/console/api';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { layoutColumns } from '../../../ui/grid/column-layout.ts';
import { useGridScroll } from '../../../ui/grid/use-grid-scroll.ts';
import { shownValue } from '../cells/cell-content.tsx';
import type { Edits } from '../edits/use-edits.ts';
import type { LoadedRow } from '../rows/loaded-row.ts';
import type { Rows } from '../rows/use-rows.ts';
import { tellingColumns } from './telling-columns.ts';

const rowHeight = 60;

/** The rows on a telephone: two columns of each, the whole row at a touch. */
export function RowsList({
  table,
  rows,
  rowCount,
  edits,
  openRow,
}: {
  readonly table: TableDetails;
  readonly rows: Rows;
  readonly rowCount: number;
  readonly edits: Edits;
  readonly openRow: (id: string) => void;
}): ReactNode {
  const { window } = rows;
  const [first, second] = useMemo(() => tellingColumns(table), [table]);
  const scroll = useGridScroll({
    rows: rowCount,
    rowHeight,
    headerHeight: 0,
    gutter: 0,
    layout: oneColumn,
    onRows: (from, to) => window.look(from, to),
    moved: rows.moved,
  });
  const { view } = scroll;
  const text = (index: number | undefined, row: LoadedRow): string => {
    const column = index === undefined ? undefined : table.columns[index];
    if (column === undefined || index === undefined) return '';
    const staged = edits.edits[row.keyId ?? '']?.cells[column.name];
    const value = staged === undefined ? row.values[index] : staged.after;
    return value === null || value === undefined ? t('cell.null') : shownValue(column, value);
  };
  const items: ReactNode[] = [];
  for (let index = view.firstRow; index <= Math.min(view.lastRow, rowCount - 1); index += 1) {
    const row = window.rowAt(index);
    const changed = edits.edits[row?.keyId ?? ''];
    items.push(
      <li
        key={index}
        aria-setsize={rowCount}
        aria-posinset={index + 1}
        className={cx(
          'absolute inset-x-0 border-b border-line/70',
          row?.fresh === 'gone'
            ? 'bg-stone-2 line-through opacity-60'
            : changed?.problem !== undefined
              ? 'bg-danger-wash'
              : changed !== undefined
                ? 'bg-warning-wash'
                : row?.fresh !== undefined && 'bg-success-wash',
        )}
        style={{ transform: `translateY(${index * rowHeight - view.shift}px)`, height: rowHeight }}
      >
        {row === undefined ? (
          <div className="flex h-full flex-col justify-center gap-2 px-4">
            <span className="skeleton h-3 w-3/5" />
            <span className="skeleton h-3 w-2/5" />
          </div>
        ) : (
          <button
            type="button"
            disabled={row.keyId === null}
            onClick={() => row.keyId !== null && openRow(row.keyId)}
            className="flex h-full w-full items-center gap-2 px-4 text-left -outline-offset-2"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium text-ink">{text(first, row)}</span>
              <span className="data block truncate text-ink-3">{text(second, row)}</span>
            </span>
            <ChevronRight size={16} className="shrink-0 text-ink-3" />
          </button>
        )}
      </li>,
    );
  }
  return (
    <div
      ref={scroll.ref}
      onScroll={scroll.scroller.scrolled}
      className="h-full overflow-auto overscroll-none"
    >
      <ul
        aria-label={t('rows.label', { table: table.name })}
        className="relative"
        style={{ height: scroll.spacer }}
      >
        {items}
      </ul>
    </div>
  );
}

const oneColumn = layoutColumns([320]);
