import type { TableDetails } from '@plinth/console/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { schemaChanged } from '../../../api/queries.ts';
import { useProjectApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { problemsOf, tableOf } from './draft.ts';
import { SqlPreview } from './sql-preview.tsx';
import { Basics, ColumnList, ForeignKeyList } from './table-fields.tsx';
import { useTableDraft } from './use-table-draft.ts';

export interface CreateTableSheetProps {
  readonly projectRef: string;
  readonly schema: string;
  readonly onClose: () => void;
  readonly onCreated: (table: TableDetails) => void;
}

/** The form of a new table, with the SQL it comes to below. */
export function CreateTableSheet(props: CreateTableSheetProps): ReactNode {
  const { projectRef, schema, onClose, onCreated } = props;
  const projectApi = useProjectApi(projectRef);
  const queryClient = useQueryClient();
  const control = useTableDraft(projectRef);
  const table = tableOf(control.draft, schema);
  const [tried, setTried] = useState(false);
  const found = problemsOf(control.draft);
  const create = useMutation({
    mutationFn: () => projectApi.createTable(table),
    onSuccess: async (made) => {
      control.forget();
      await schemaChanged(queryClient, projectRef);
      announce({ kind: 'success', title: t('create.done', { table: made.name }) });
      onCreated(made);
    },
  });
  const submit = (): void => {
    setTried(true);
    if (found.size === 0) create.mutate();
  };
  const startOver = (): void => {
    control.startOver();
    setTried(false);
  };
  // What is missing is said when it was tried; what is wrong already, at once.
  const problems = tried ? found : new Map([...found].filter(([, problem]) => problem === 'twice'));
  const parts = { projectRef, schema, control, problems };
  return (
    <Sheet
      open
      name="create-table"
      width={760}
      title={t('create.title', { schema })}
      onClose={onClose}
      footer={
        <>
          {tried && found.size > 0 ? (
            <p role="alert" className="mr-auto text-danger">
              {t('create.incomplete', { count: found.size })}
            </p>
          ) : (
            control.touched && (
              <Button kind="quiet" className="mr-auto" onClick={startOver}>
                {t('create.startOver')}
              </Button>
            )
          )}
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" busy={create.isPending} onClick={submit}>
            {t('create.action')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          submit();
        }}
        className="flex flex-col gap-6 p-4"
      >
        {create.error !== null && <ErrorNote title={t('create.failed')} error={create.error} />}
        <Basics {...parts} />
        <ColumnList {...parts} />
        <ForeignKeyList {...parts} />
        <SqlPreview projectRef={projectRef} table={table} ready={found.size === 0} />
      </form>
    </Sheet>
  );
}
