import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';
import { t } from '../../lib/i18n/translate.ts';
import { keyNames } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CodeBlock } from '../../ui/layout/code-block.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { useSchema } from './list/use-schema.ts';

/** No table is chosen, or there is none yet. */
export function TablesIndexPage(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const api = useApi();
  const navigate = useNavigate();
  const schema = useSchema();
  const { data: tables } = useQuery(queries.tables(api, ref, schema));
  const { data: project } = useQuery(queries.project(api, ref));
  if (tables === undefined) return null;
  const none = tables.length === 0;
  return (
    <EmptyState
      icon={<Table2 size={28} strokeWidth={1.5} />}
      title={none ? t('tables.emptyTitle') : t('tables.chooseTitle')}
      action={
        <Button
          kind={none ? 'primary' : 'plain'}
          onClick={() =>
            void navigate({
              to: '.',
              search: (search) => ({ ...search, create: 'table' as const }),
            })
          }
        >
          {t('tables.new')}
        </Button>
      }
      snippet={
        none && project !== undefined ? (
          <CodeBlock
            label="curl"
            wrap
            code={`curl '${project.url}/rest/v1/notes?select=*' -H 'apikey: ${project.publishableKey}'`}
          />
        ) : undefined
      }
    >
      {none ? t('tables.emptyText') : t('tables.chooseText', { keys: keyNames('mod+k').join(' ') })}
    </EmptyState>
  );
}
