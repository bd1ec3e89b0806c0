import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { useCanWrite } from '../../../api/use-can-write.ts';
import { useDocumentTitle } from '../../../app/document-title.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { SkeletonRows } from '../parts/list-table.tsx';
import { PublishedTable } from './published-table.tsx';

/** Which tables tell of their changes, and what they tell of rows that go. */
export function PublishedPage(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const { search = '' } = useSearch({ from: '/project/$ref/realtime/tables' });
  const navigate = useNavigate();
  const api = useApi();
  const canWrite = useCanWrite(ref);
  const { data: tables, error, refetch } = useQuery(queries.realtimeTables(api, ref));
  useDocumentTitle(t('realtime.tables'), t('area.realtime'));
  const wanted = search.toLowerCase();
  const found = tables?.filter(({ schema, name }) =>
    `${schema}.${name}`.toLowerCase().includes(wanted),
  );
  if (tables?.length === 0)
    return (
      <EmptyState
        icon={<Table2 size={28} strokeWidth={1.5} />}
        title={t('realtime.noTables')}
        action={
          canWrite && (
            <Button
              kind="primary"
              onClick={() =>
                void navigate({
                  to: '/project/$ref/table',
                  params: { ref },
                  search: { create: 'table' },
                })
              }
            >
              {t('tables.new')}
            </Button>
          )
        }
      >
        {t('realtime.noTablesText')}
      </EmptyState>
    );
  return (
    <div className="h-full overflow-auto">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 max-md:px-3">
        <p className="min-w-60 flex-1 text-ink-2">{t('realtime.tablesText')}</p>
        <SearchField
          label={t('realtime.searchTables')}
          group={t('area.realtime')}
          className="h-7! max-w-64 max-md:h-10! max-md:max-w-none"
          value={search}
          onChange={(text) =>
            void navigate({ to: '.', search: { search: text.trim() || undefined }, replace: true })
          }
        />
      </div>
      {error !== null && (
        <div className="p-4">
          <ErrorNote
            title={t('realtime.tablesFailed')}
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {error === null && found === undefined && (
        <table className="w-full border-t border-line" aria-label={t('page.loading')}>
          <tbody>
            <SkeletonRows columns={1} />
          </tbody>
        </table>
      )}
      {found !== undefined && (
        <PublishedTable projectRef={ref} tables={found} canWrite={canWrite} />
      )}
      {found?.length === 0 && (
        <p className="px-4 py-3 text-ink-3">{t('realtime.noMatch', { search })}</p>
      )}
    </div>
  );
}
