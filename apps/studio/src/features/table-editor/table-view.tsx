import type { TableDetails } from '@plinth/console/api';
import type { ReactNode } from 'react';
import { UnreachableError } from '../../api/errors.ts';
import { useStatusLine } from '../../app/status-line.ts';
import { t } from '../../lib/i18n/translate.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useIsNarrow } from '../../lib/use-media.ts';
import { ErrorNote } from '../../ui/layout/error-note.tsx';
import { EditTray } from './edits/edit-tray.tsx';
import { type Edits, useEdits } from './edits/use-edits.ts';
import { FilterBar } from './filter/filter-bar.tsx';
import { NoRows } from './grid/no-rows.tsx';
import { countText, RowCount } from './grid/row-count.tsx';
import { RowsGrid } from './grid/rows-grid.tsx';
import { RowsList } from './grid/rows-list.tsx';
import { SelectionBar } from './grid/selection-bar.tsx';
import { useSelection } from './grid/use-selection.ts';
import { LiveMark } from './live/live-mark.tsx';
import { useLiveRows } from './live/use-live-rows.ts';
import { DefinitionSheet } from './row-sheet/definition-sheet.tsx';
import { NewRowSheet } from './row-sheet/new-row-sheet.tsx';
import { RowSheet } from './row-sheet/row-sheet.tsx';
import type { RowWindow } from './rows/row-window.ts';
import { useRows } from './rows/use-rows.ts';
import { type TableViewState, useTableView } from './use-table-view.ts';

/** Rows shown as skeletons before anyone knows how many there are. */
const guess = 40;

const focusGrid = (): void => document.querySelector<HTMLElement>('[role=grid]')?.focus();

/** The rows of a table with all that can be done to them. What is shown is in the URL. */
export function TableView({
  projectRef,
  table,
}: {
  readonly projectRef: string;
  readonly table: TableDetails;
}): ReactNode {
  const narrow = useIsNarrow();
  const view = useTableView(table);
  const rows = useRows(projectRef, table.id, view.filters, view.sort);
  const edits = useEdits(projectRef, table, rows.window);
  const rowCount = rows.total?.value ?? Math.min(guess, table.estimatedRows ?? guess);
  const selection = useSelection(rows.window, rowCount, rows.key);
  useTableShortcuts(view, rows.window);
  useStatusLine({
    role: 'postgres',
    rows: countText(rows.total),
    ...(rows.milliseconds !== undefined && { milliseconds: rows.milliseconds }),
  });
  const live = useLiveRows(projectRef, table, {
    window: rows.window,
    store: edits.store,
    filters: view.filters,
  });
  const empty = rows.total?.value === 0 && rows.error === null;
  const shared = { projectRef, table, rows, rowCount, edits, openRow: view.openRow };
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line py-1 pl-4 pr-2 max-md:pl-3">
          <FilterBar table={table} filters={view.filters} onChange={view.setFilters} />
          <LiveMark
            projectRef={projectRef}
            table={table}
            live={live}
            canPublish={table.editable && table.primaryKey.length > 0}
          />
          <RowCount rows={rows} />
        </div>
        {rows.error !== null && !(rows.error instanceof UnreachableError) && (
          <div className="shrink-0 border-b border-line p-3">
            <ErrorNote
              title={t('rows.failed')}
              error={rows.error}
              onRetry={() => rows.window.refresh()}
            />
          </div>
        )}
        <div className="relative min-h-0 flex-1">
          {rows.error !== null && rows.total === null ? null : empty ? (
            <NoRows
              table={table}
              filtered={view.filters.length > 0}
              onClear={() => view.setFilters([])}
              onNew={view.openNewRow}
            />
          ) : narrow ? (
            <RowsList {...shared} />
          ) : (
            <RowsGrid
              {...shared}
              sort={view.sort}
              onSort={view.setSort}
              selection={selection}
              openId={view.row}
            />
          )}
        </div>
        <SelectionBar
          projectRef={projectRef}
          table={table}
          selection={selection}
          window={rows.window}
        />
        <EditTray edits={edits} />
      </div>
      <Panels
        projectRef={projectRef}
        table={table}
        view={view}
        window={rows.window}
        edits={edits}
      />
    </div>
  );
}

/** What the URL opens beside the rows. */
function Panels({
  view,
  edits,
  ...rest
}: {
  readonly projectRef: string;
  readonly table: TableDetails;
  readonly view: TableViewState;
  readonly window: RowWindow;
  readonly edits: Edits;
}): ReactNode {
  const { row, panel, closePanel } = view;
  return (
    <>
      {row !== undefined && (
        <RowSheet
          key={row}
          {...rest}
          rowId={row}
          edits={edits}
          onClose={closePanel}
          onCloseFocus={focusGrid}
        />
      )}
      {panel === 'new-row' && rest.table.editable && <NewRowSheet {...rest} onClose={closePanel} />}
      {panel === 'definition' && (
        <DefinitionSheet projectRef={rest.projectRef} table={rest.table} onClose={closePanel} />
      )}
    </>
  );
}

function useTableShortcuts(view: TableViewState, window: RowWindow): void {
  const group = t('area.tables');
  useShortcut({
    keys: 'alt+r',
    label: t('rows.refresh'),
    group,
    typing: true,
    run: () => window.refresh(),
  });
  useShortcut(
    { keys: 'Escape', label: t('row.close'), group, run: view.closePanel },
    view.row !== undefined || view.panel === 'definition',
  );
}
