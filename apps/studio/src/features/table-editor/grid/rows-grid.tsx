import type { Column, RowSort, TableDetails } from '@plinth/console/api';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { copyText } from '../../../lib/browser.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { preferences } from '../../../lib/state/preferences.ts';
import { useStore } from '../../../lib/state/store.ts';
import { DataGrid } from '../../../ui/grid/data-grid.tsx';
import { addressOf } from '../../../ui/grid/grid-events.ts';
import type { CellAddress } from '../../../ui/grid/navigation.ts';
import type { RowTone } from '../../../ui/grid/types.ts';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { CellContent } from '../cells/cell-content.tsx';
import { CellEditor } from '../cells/cell-editor.tsx';
import { Peek } from '../cells/peek.tsx';
import type { StagedEdits } from '../edits/staged-edits.ts';
import type { Edits } from '../edits/use-edits.ts';
import type { LoadedRow } from '../rows/loaded-row.ts';
import type { RowWindow } from '../rows/row-window.ts';
import type { Rows } from '../rows/use-rows.ts';
import { toggleSort } from '../rows/view-codec.ts';
import { useActiveCell } from './use-active-cell.ts';
import { type CellEditing, useCellEditing } from './use-cell-editing.ts';
import { useGridColumns } from './use-grid-columns.tsx';
import { type PeekControl, usePeek } from './use-peek.ts';
import type { Selection } from './use-selection.ts';

export interface RowsGridProps {
  readonly projectRef: string;
  readonly table: TableDetails;
  readonly rows: Rows;
  readonly rowCount: number;
  readonly sort: readonly RowSort[];
  readonly onSort: (sort: readonly RowSort[]) => void;
  readonly edits: Edits;
  readonly selection: Selection;
  /** With `follow` the row takes the place of the one that is open. */
  readonly openRow: (id: string, follow?: boolean) => void;
  readonly openId: string | undefined;
}

const rowHeights = { normal: 32, compact: 28 } as const;

/** The rows as a grid: moved through by keys, edited in place, changes staged. */
export function RowsGrid(props: RowsGridProps): ReactNode {
  const { projectRef, table, rows, rowCount, edits, selection, openId } = props;
  const { window } = rows;
  const { density } = useStore(preferences);
  const { columns, resize } = useGridColumns(projectRef, table);
  const [active, setActive] = useActiveCell(rows);
  const host = useRef<HTMLDivElement>(null);
  const cells = useCellEditing(projectRef, table, edits);
  const peek = usePeek(table, cells.heldBy);
  const renderCell = useCellRenderer(table, edits.edits);
  useGridShortcuts();
  useHeldWhile(window, cells.editing !== null);

  const focusGrid = (): void => host.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
  const openRowAt = (index: number, follow = false): void => {
    const id = window.rowAt(index)?.keyId;
    if (id !== undefined && id !== null && id !== openId) props.openRow(id, follow);
  };
  const moveTo = (address: CellAddress): void => {
    setActive({
      row: Math.min(rowCount - 1, address.row),
      column: Math.min(columns.length - 1, Math.max(0, address.column)),
    });
    if (openId !== undefined) openRowAt(address.row, true);
  };
  const edit = (address: CellAddress, cell: HTMLElement | null, typed?: string): void => {
    if (!cells.start(address, window.rowAt(address.row), cell, typed)) openRowAt(address.row);
  };
  const rowTone = (index: number): RowTone => {
    const id = window.rowAt(index)?.keyId;
    if (id === undefined || id === null) return 'plain';
    const fresh = window.rowAt(index)?.fresh;
    if (fresh === 'gone') return 'gone';
    if (edits.edits[id]?.problem !== undefined) return 'conflict';
    if (fresh === 'all') return 'new';
    return id === openId ? 'open' : 'plain';
  };

  return (
    <div
      ref={host}
      className="h-full"
      onClickCapture={(event) => {
        if (!(event.target instanceof Element) || event.target.closest('[data-peek]') === null)
          return;
        const at = addressOf(event.target);
        const cell = event.target.closest<HTMLElement>('[data-column]');
        if (at !== null) peek.open(at.column, window.rowAt(at.row), cell);
      }}
    >
      <DataGrid
        label={t('rows.label', { table: table.name })}
        columns={columns}
        rowCount={rowCount}
        expectedRows={table.estimatedRows ?? 0}
        rowHeight={rowHeights[density]}
        rowAt={(index) => window.rowAt(index)}
        renderCell={renderCell}
        rowTone={rowTone}
        onRows={(first, last) => window.look(first, last)}
        active={active}
        onActive={moveTo}
        onKey={(event, cell) => {
          if (active === null || active.row < 0) return;
          const row = window.rowAt(active.row);
          handleCellKey(event, { active, row, cell, table, cells, peek, edit, openRowAt });
        }}
        onOpen={(address) => {
          const cell = host.current?.querySelector<HTMLElement>(
            `[data-row="${address.row}"] [data-column="${address.column}"]`,
          );
          edit(address, cell ?? null);
        }}
        sort={props.sort}
        onSort={(column, additive) => props.onSort(toggleSort(props.sort, column, additive))}
        onResize={resize}
        onOpenRow={openRowAt}
        {...(table.editable && { selection })}
        rowsKey={rows.key}
        moved={rows.moved}
      />
      {cells.editing !== null && (
        <CellEditor
          {...cells.editing}
          onSave={(value, next) => {
            const after = cells.save(value, next);
            focusGrid();
            if (after !== null) moveTo(after);
          }}
          onCancel={() => {
            cells.cancel();
            focusGrid();
          }}
        />
      )}
      {peek.target !== null && (
        <Peek
          projectRef={projectRef}
          target={peek.target}
          onClose={() => {
            peek.close();
            focusGrid();
          }}
        />
      )}
    </div>
  );
}

/** While a cell is edited the rows stay where they are: what others change comes afterwards. */
function useHeldWhile(window: RowWindow, editing: boolean): void {
  useEffect(() => (editing ? window.hold() : undefined), [window, editing]);
}

/** Draws cells; another function whenever the drawing of any cell may have changed. */
function useCellRenderer(
  table: TableDetails,
  staged: StagedEdits,
): (row: LoadedRow, index: number) => ReactNode {
  return useCallback(
    (row, index) => {
      const column = table.columns[index];
      if (column === undefined) return null;
      const edit = row.keyId === null ? undefined : staged[row.keyId]?.cells[column.name];
      return (
        <CellContent
          column={column}
          value={edit === undefined ? (row.values[index] ?? null) : edit.after}
          cut={edit === undefined && row.cut?.has(index) === true}
          staged={edit !== undefined}
          fresh={edit === undefined && row.fresh instanceof Set && row.fresh.has(index)}
          reference={table.foreignKeys.some((key) => key.columns.includes(column.name))}
        />
      );
    },
    [table, staged],
  );
}

interface CellKeyContext {
  readonly active: CellAddress;
  readonly row: LoadedRow | undefined;
  readonly cell: HTMLElement | null;
  readonly table: TableDetails;
  readonly cells: CellEditing;
  readonly peek: PeekControl;
  readonly edit: (address: CellAddress, cell: HTMLElement | null, typed?: string) => void;
  readonly openRowAt: (index: number) => void;
}

/** Keys that mean something to a cell of rows, before the grid's own. */
function handleCellKey(event: KeyboardEvent, context: CellKeyContext): void {
  const { active, row, cell, table } = context;
  const mod = event.metaKey || event.ctrlKey;
  const copies = mod && event.key.toLowerCase() === 'c' && row !== undefined;
  const types =
    event.key.length === 1 &&
    !/[ /?]/.test(event.key) &&
    !mod &&
    !event.altKey &&
    isTypedInto(table.columns[active.column]);
  if (event.key === 'Enter' && event.altKey) context.peek.open(active.column, row, cell);
  else if (event.key === 'Enter' && event.shiftKey) context.openRowAt(active.row);
  else if (event.key === 'F2') context.edit(active, cell);
  else if (copies && document.getSelection()?.isCollapsed !== false) {
    context.cells.withWhole(row, active.column, copyCell);
  } else if (types) context.edit(active, cell, event.key);
  else return;
  event.preventDefault();
}

function copyCell(value: string | null): void {
  void copyText(value ?? '').then((done) =>
    announce(
      done
        ? { kind: 'success', title: t('cell.copied'), duration: 1500 }
        : { kind: 'danger', title: t('copy.refused') },
    ),
  );
}

/** Typing on a cell replaces its value where that makes sense in one line. */
const isTypedInto = (column: Column | undefined): boolean =>
  column !== undefined && !['boolean', 'enum', 'json', 'array', 'bytes'].includes(column.category);

/** Keys that the grid handles itself, for the overlay that lists them. */
function useGridShortcuts(): void {
  const group = t('grid.keys');
  useShortcut({ keys: 'Enter', label: t('grid.keyEdit'), group });
  useShortcut({ keys: 'shift+Enter', label: t('grid.keyRow'), group });
  useShortcut({ keys: 'alt+Enter', label: t('cell.peek'), group });
  useShortcut({ keys: ' ', label: t('grid.keySelect'), group });
  useShortcut({ keys: 'mod+c', label: t('grid.keyCopy'), group });
  useShortcut({ keys: 'mod+ArrowDown', label: t('grid.keyEnd'), group });
}
