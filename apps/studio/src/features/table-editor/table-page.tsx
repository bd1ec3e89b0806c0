import { Link, useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useCanWrite } from '../../api/use-can-write.ts';
import { useDocumentTitle } from '../../app/document-title.ts';
import { t } from '../../lib/i18n/translate.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ErrorNote } from '../../ui/layout/error-note.tsx';
import { TableHead } from './table-head.tsx';
import { TableView } from './table-view.tsx';
import { useTable } from './use-table.ts';

/** A table: its head, its rows, and the panels beside them. */
export function TablePage(): ReactNode {
  const { ref, schema, table: name } = useParams({ from: '/project/$ref/table/$schema/$table' });
  const { summary, details: found, missing, error, retry } = useTable(ref, schema, name);
  const canWrite = useCanWrite(ref);
  const details = useMemo(
    () => (found === undefined || canWrite ? found : { ...found, editable: false }),
    [found, canWrite],
  );
  useDocumentTitle(name, t('area.tables'));
  if (missing)
    return (
      <EmptyState
        isPage
        icon={<SearchX size={28} strokeWidth={1.5} />}
        title={t('table.missing', { name: `${schema}.${name}` })}
        action={
          <Link
            to="/project/$ref/table"
            params={{ ref }}
            search={{ schema }}
            className={buttonClass('primary')}
          >
            {t('table.toList')}
          </Link>
        }
      >
        {t('notFound.text')}
      </EmptyState>
    );
  return (
    <div className="flex h-full flex-col">
      <TableHead
        projectRef={ref}
        schema={schema}
        name={name}
        summary={summary}
        details={details}
        canWrite={canWrite}
      />
      {error !== null && error !== undefined && (
        <div className="p-4">
          <ErrorNote title={t('table.failed')} error={error} onRetry={retry} />
        </div>
      )}
      {details !== undefined && <TableView key={details.id} projectRef={ref} table={details} />}
      {details === undefined && !error && <RowsSkeleton />}
    </div>
  );
}

const RowsSkeleton = (): ReactNode => (
  <div role="status" aria-label={t('page.loading')} className="min-h-0 flex-1 overflow-hidden">
    <div className="h-10 border-b border-line" />
    <div className="h-8 border-b border-line bg-stone-1" />
    {Array.from({ length: 24 }, (_row, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: nothing but places
      <div key={row} className="flex h-(--row) items-center gap-10 border-b border-line/60 px-4">
        {[10, 22, 16, 12, 18].map((width, column) => (
          <span
            key={width}
            className="skeleton h-3"
            style={{ width: `${width + ((row * 5 + column * 7) % 6)}%` }}
          />
        ))}
      </div>
    ))}
  </div>
);
