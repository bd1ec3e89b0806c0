import type { RowKey, TableDetails } from '@plinth/console/api';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useProjectApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { useStore } from '../../../lib/state/store.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy.tsx';
import { DetailPane } from '../../../ui/layout/detail-pane.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { problemOf } from '../cells/validate.ts';
import { stageCell } from '../edits/staged-edits.ts';
import type { Edits } from '../edits/use-edits.ts';
import type { LoadedRow } from '../rows/loaded-row.ts';
import { decodeRowKey, filtersOfKey } from '../rows/row-key.ts';
import type { RowWindow } from '../rows/row-window.ts';
import { FieldRow } from './field-row.tsx';
import { useWholeCell } from './use-whole-cell.ts';

export interface RowSheetProps {
  readonly projectRef: string;
  readonly table: TableDetails;
  /** `encodeRowKey` of the row. */
  readonly rowId: string;
  readonly window: RowWindow;
  readonly edits: Edits;
  readonly onClose: () => void;
  readonly onCloseFocus: () => void;
}

/** All of one row, one field below the other; changes go to the tray with those of the grid. */
export function RowSheet(props: RowSheetProps): ReactNode {
  const { projectRef, table, rowId, window, edits, onClose } = props;
  const key = decodeRowKey(rowId);
  const loaded = window.find(rowId);
  const projectApi = useProjectApi(projectRef);
  const {
    data: page,
    dataUpdatedAt,
    error,
    refetch,
  } = useQuery({
    queryKey: ['project', projectRef, 'row', table.id, rowId],
    queryFn: ({ signal }) =>
      projectApi.queryRows(
        table.id,
        { filters: filtersOfKey(key ?? {}), sort: [], offset: 0, limit: 1 },
        signal,
      ),
    enabled: loaded === undefined && key !== null,
  });
  const fetched = page?.rows[0];
  const row: Pick<LoadedRow, 'values' | 'cut'> | undefined =
    loaded ??
    (fetched && {
      values: fetched,
      cut: new Map(page?.truncated.map(([, column, length]) => [column, length])),
    });
  const missing = key === null || (page !== undefined && fetched === undefined);
  return (
    <DetailPane
      name="row"
      title={t('row.title', { table: table.name })}
      subtitle={<span className="data">{rowId}</span>}
      onClose={onClose}
      onCloseFocus={props.onCloseFocus}
    >
      {error !== null && (
        <div className="p-4">
          <ErrorNote title={t('row.failed')} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {missing && <p className="p-4 text-ink-3">{t('row.missing')}</p>}
      {row !== undefined && key !== null && (
        <div className="py-2">
          {table.columns.map((column, index) => (
            <RowField
              key={column.name}
              projectRef={projectRef}
              table={table}
              index={index}
              rowKey={key}
              rowId={rowId}
              held={row.values[index] ?? null}
              cutAt={row.cut?.get(index)}
              version={loaded?.values ?? dataUpdatedAt}
              edits={edits}
            />
          ))}
        </div>
      )}
    </DetailPane>
  );
}

function RowField({
  projectRef,
  table,
  index,
  rowKey,
  rowId,
  held,
  cutAt,
  version,
  edits,
}: {
  readonly projectRef: string;
  readonly table: TableDetails;
  readonly index: number;
  readonly rowKey: RowKey;
  readonly rowId: string;
  readonly held: string | null;
  readonly cutAt: number | undefined;
  readonly version: unknown;
  readonly edits: Edits;
}): ReactNode {
  const column = table.columns[index];
  const staged = useStore(edits.store.edits)[rowId]?.cells[column?.name ?? ''];
  const whole = useWholeCell(projectRef, table.id, rowKey, column?.name ?? '', version);
  if (column === undefined) return null;
  const before = cutAt === undefined || whole.value === undefined ? held : whole.value;
  const incomplete = cutAt !== undefined && whole.value === undefined && staged === undefined;
  const value = staged === undefined ? before : staged.after;
  const fixed = !table.editable || column.generated || column.identity === 'always';
  return (
    <FieldRow
      table={table}
      column={column}
      value={value}
      changed={staged !== undefined}
      disabled={fixed || incomplete}
      problem={staged === undefined ? null : problemOf(column, staged.after)}
      onChange={(next) =>
        edits.store.apply((all) => stageCell(all, rowKey, column.name, before, next ?? null))
      }
      action={
        <>
          {incomplete && (
            <Button size="small" busy={whole.loading} onClick={whole.load}>
              {t('row.loadWhole', { count: cutAt })}
            </Button>
          )}
          {value !== null && !incomplete && (
            <CopyButton value={value} label={t('row.copy', { column: column.name })} />
          )}
        </>
      }
    />
  );
}
