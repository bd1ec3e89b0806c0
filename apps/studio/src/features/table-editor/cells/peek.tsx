import type { Column, ForeignKey } from '@plinth/console/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { queries } from '../../../api/queries.ts';
import { useApi, useProjectApi } from '../../../api/use-api.ts';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { floatClass } from '../../../ui/overlays/popover.tsx';
import { encodeRowKey } from '../rows/row-key.ts';
import { shownValue } from './cell-content.tsx';

export interface PeekTarget {
  readonly foreignKey: ForeignKey;
  /** The values of the foreign key's columns in the row. */
  readonly values: readonly string[];
  readonly cell: HTMLElement;
}

const mostFields = 10;

/** The row that a foreign key points at, without leaving the page. */
export function Peek({
  projectRef,
  target,
  onClose,
}: {
  readonly projectRef: string;
  readonly target: PeekTarget;
  readonly onClose: () => void;
}): ReactNode {
  const anchor = useRef(target.cell);
  const { foreignKey } = target;
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          aria-label={t('peek.label', { table: foreignKey.targetTable })}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={cx(floatClass, 'w-96 max-w-[calc(100vw-16px)]')}
        >
          <PeekBody projectRef={projectRef} target={target} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function PeekBody({
  projectRef,
  target: { foreignKey, values },
}: {
  readonly projectRef: string;
  readonly target: PeekTarget;
}): ReactNode {
  const api = useApi();
  const projectApi = useProjectApi(projectRef);
  const { targetTableId, targetSchema, targetTable, targetColumns } = foreignKey;
  const { data: table } = useQuery(queries.table(api, projectRef, targetTableId));
  const { data: page, error } = useQuery({
    queryKey: ['project', projectRef, 'peek', targetTableId, targetColumns, values],
    queryFn: ({ signal }) =>
      projectApi.queryRows(
        targetTableId,
        {
          filters: targetColumns.map((column, index) => ({
            column,
            operator: 'eq',
            value: values[index] ?? '',
          })),
          sort: [],
          offset: 0,
          limit: 1,
        },
        signal,
      ),
  });
  const row = page?.rows[0];
  const key = page?.keys?.[0];
  const name = targetSchema === 'public' ? targetTable : `${targetSchema}.${targetTable}`;
  return (
    <>
      <div className="flex h-9 items-center gap-2 border-b border-line pl-3 pr-2">
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        <Link
          to="/project/$ref/table/$schema/$table"
          params={{ ref: projectRef, schema: targetSchema, table: targetTable }}
          search={
            key === undefined || key === null
              ? {}
              : {
                  filter: targetColumns.map(
                    (column, index) => `${column}:eq:${values[index] ?? ''}`,
                  ),
                  row: encodeRowKey(key),
                }
          }
          className="flex h-7 items-center gap-1 rounded-control px-2 font-medium text-verdigris-deep hover:bg-stone-2"
        >
          {t('peek.open')} <ArrowRight size={14} />
        </Link>
      </div>
      {error !== null && <ErrorNote title={t('peek.failed')} error={error} />}
      {page !== undefined && row === undefined && (
        <p className="px-3 py-3 text-ink-3">{t('peek.gone')}</p>
      )}
      <dl className="max-h-80 overflow-auto py-1">
        {row === undefined && page === undefined
          ? [50, 70, 40].map((width) => (
              <div key={width} className="flex h-7 items-center px-3">
                <span className="skeleton h-3" style={{ width: `${width}%` }} />
              </div>
            ))
          : page?.columns.slice(0, mostFields).map((column, index) => (
              <div key={column} className="flex min-h-7 items-baseline gap-3 px-3 py-0.5">
                <dt className="w-28 shrink-0 truncate text-ink-3">{column}</dt>
                <dd className="data line-clamp-2 min-w-0 flex-1 break-words text-ink">
                  <PeekValue column={table?.columns[index]} value={row?.[index] ?? null} />
                </dd>
              </div>
            ))}
        {table !== undefined && table.columns.length > mostFields && (
          <p className="px-3 py-1 text-ink-3">
            {t('peek.more', { count: table.columns.length - mostFields })}
          </p>
        )}
      </dl>
    </>
  );
}

const PeekValue = ({
  column,
  value,
}: {
  readonly column: Column | undefined;
  readonly value: string | null;
}): ReactNode => {
  if (value === null) return <span className="text-ink-3 italic">{t('cell.null')}</span>;
  return column === undefined ? value : shownValue(column, value);
};
