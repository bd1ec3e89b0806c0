import type { TableDetails } from '@plinth/console/api';
import { Rows3, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';

/** What stands where a table has no rows, or none that the filters leave. */
export function NoRows({
  table,
  filtered,
  onClear,
  onNew,
}: {
  readonly table: TableDetails;
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onNew: () => void;
}): ReactNode {
  if (filtered)
    return (
      <EmptyState
        icon={<SearchX size={28} strokeWidth={1.5} />}
        title={t('rows.noMatch')}
        action={<Button onClick={onClear}>{t('filter.clear')}</Button>}
      />
    );
  return (
    <EmptyState
      icon={<Rows3 size={28} strokeWidth={1.5} />}
      title={t('rows.emptyTitle', { table: table.name })}
      action={
        table.editable ? (
          <Button kind="primary" onClick={onNew}>
            {t('row.new')}
          </Button>
        ) : undefined
      }
      snippet={
        table.editable ? (
          <CodeBlock
            wrap
            label="supabase-js"
            code={`await supabase.from('${table.name}').select();`}
          />
        ) : undefined
      }
    >
      {table.rlsEnabled && table.policyCount === 0 ? t('rows.emptyNoPolicy') : t('rows.emptyText')}
    </EmptyState>
  );
}
