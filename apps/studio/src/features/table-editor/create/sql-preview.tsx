import type { NewTable } from '@plinth/console/api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useProjectApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';

/** The text after it has been left alone for a moment. */
function useSettled(text: string, milliseconds: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}

/** The statement that the form comes to, as the server writes it. */
export function SqlPreview({
  projectRef,
  table,
  ready,
}: {
  readonly projectRef: string;
  readonly table: NewTable;
  readonly ready: boolean;
}): ReactNode {
  const projectApi = useProjectApi(projectRef);
  const settled = useSettled(JSON.stringify(table), 250);
  const current = JSON.stringify(table) === settled;
  const { data, error } = useQuery({
    queryKey: ['project', projectRef, 'preview', settled],
    queryFn: ({ signal }) => projectApi.previewTable(table, signal),
    enabled: ready && current,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 0,
  });
  return (
    <section aria-label={t('create.sql')}>
      <h3 className="mb-2 font-medium text-ink">{t('create.sql')}</h3>
      {error !== null ? (
        <ErrorNote title={t('create.sqlFailed')} error={error} />
      ) : data === undefined || !ready ? (
        <p className="text-ink-3">{t('create.sqlLater')}</p>
      ) : (
        <>
          <CodeBlock code={data.sql} label={t('create.sql')} />
          <p className="mt-1.5 text-ink-3">{t('create.sqlNote')}</p>
        </>
      )}
    </section>
  );
}
