import type { KeyboardEvent, MouseEvent } from 'react';
import type { GridScroller } from './grid-scroller.ts';
import { type CellAddress, moveBy } from './navigation.ts';
import type { GridColumn, GridSelection } from './types.ts';

/** What a grid does for those who use it. */
export interface GridActions {
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  readonly active: CellAddress | null;
  readonly onActive: (address: CellAddress) => void;
  readonly onOpen?: ((address: CellAddress) => void) | undefined;
  readonly onOpenRow?: ((row: number) => void) | undefined;
  readonly onSort?: ((column: string, additive: boolean) => void) | undefined;
  readonly selection?: GridSelection | undefined;
}

/** The cell that an event happened in. */
export function addressOf(target: EventTarget): CellAddress | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (cell === null || cell === undefined || row === null || row === undefined) return null;
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) };
}

/** The keys of the grid itself: they move, open, sort and tick. */
export function handleKey(event: KeyboardEvent, grid: GridActions, scroller: GridScroller): void {
  const { columns, rowCount, active, selection } = grid;
  if (columns.length === 0) return;
  const at = active ?? { row: 0, column: 0 };
  const extent = { rows: rowCount, columns: columns.length, page: scroller.page };
  const to = moveBy(event, at, extent);
  if (to !== null) {
    event.preventDefault();
    const next = active === null ? at : to;
    scroller.showRow(next.row);
    scroller.showColumn(next.column);
    grid.onActive(next);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const name = columns[at.column]?.name;
    if (at.row >= 0) grid.onOpen?.(at);
    else if (name !== undefined) grid.onSort?.(name, event.shiftKey);
  } else if (event.key === ' ' && selection !== undefined && at.row >= 0) {
    event.preventDefault();
    selection.toggle(at.row, event.shiftKey);
  }
}

/** What a click is meant for: a tick, the way into a row, a header, or a cell. */
export function handleClick(event: MouseEvent, grid: GridActions): void {
  if (!(event.target instanceof Element)) return;
  const find = (name: string): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>(`[data-${name}]`) : null;
  const tick = find('select');
  const opener = find('open-row');
  const header = find('header');
  if (tick !== null) grid.selection?.toggle(Number(tick.dataset.select), event.shiftKey);
  else if (opener !== null) grid.onOpenRow?.(Number(opener.dataset.openRow));
  else if (find('grip') !== null) return;
  else if (header !== null) {
    const index = Number(header.dataset.header);
    const column = grid.columns[index];
    grid.onActive({ row: -1, column: index });
    if (column?.sortable === true) grid.onSort?.(column.name, event.shiftKey);
  } else {
    const address = addressOf(event.target);
    if (address !== null) grid.onActive(address);
  }
}
