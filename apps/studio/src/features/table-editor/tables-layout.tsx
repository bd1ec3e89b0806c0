import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useIsMedium } from '../../lib/use-media.ts';
import { usePaneWidth } from '../../ui/layout/pane-width.ts';
import { ResizeHandle } from '../../ui/layout/resize-handle.tsx';
import { CreateTableSheet } from './create/create-table-sheet.tsx';
import { TableList } from './list/table-list.tsx';
import { useSchema } from './list/use-schema.ts';

/** The list of tables with the chosen one beside it; one at a time where there is no room for both. */
export function TablesLayout(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const { table } = useParams({ strict: false });
  const { create } = useSearch({ from: '/project/$ref/table' });
  const navigate = useNavigate();
  const schema = useSchema();
  const medium = useIsMedium();
  const pane = usePaneWidth('tables', 240, 180, 480);
  const openForm = (): void =>
    void navigate({ to: '.', search: (search) => ({ ...search, create: 'table' as const }) });
  useShortcut({
    keys: 'alt+n',
    typing: true,
    label: t('tables.new'),
    group: t('area.tables'),
    run: openForm,
  });
  const showList = !medium || table === undefined;
  return (
    <div className="flex h-full">
      {table === undefined && <h1 className="sr-only">{t('area.tables')}</h1>}
      {showList && (
        <div
          className="relative shrink-0 border-r border-line bg-stone-1 max-lg:w-full max-lg:border-r-0"
          style={{ width: medium ? '100%' : pane.width }}
        >
          <TableList projectRef={ref} schema={schema} chosen={table} onNew={openForm} />
          {!medium && <ResizeHandle pane={pane} side="right" label={t('tables.resizeList')} />}
        </div>
      )}
      {(!medium || table !== undefined) && (
        <div className="min-w-0 flex-1">
          <Outlet />
        </div>
      )}
      {create === 'table' && (
        <CreateTableSheet
          projectRef={ref}
          schema={schema}
          onClose={() =>
            void navigate({
              to: '.',
              search: ({ create: _closed, ...search }) => search,
              replace: true,
            })
          }
          onCreated={(made) =>
            void navigate({
              to: '/project/$ref/table/$schema/$table',
              params: { ref, schema: made.schema, table: made.name },
            })
          }
        />
      )}
    </div>
  );
}
