import type { FileJob } from '@plinth/console/api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { describeError } from '../../../ui/layout/error-note.tsx';

/** Failures that are shown one by one. */
const mostShown = 50;

/** The files that a job could not do, each with the reason; asked for when they are opened. */
export function JobFailures({
  projectRef,
  job: { id, failed },
}: {
  readonly projectRef: string;
  readonly job: FileJob;
}): ReactNode {
  const api = useApi();
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({
    ...queries.fileJob(api, projectRef, id, failed),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const shown = data?.failures.slice(0, mostShown) ?? [];
  return (
    <details className="mt-1" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-danger">{t('storage.jobFailed', { count: failed })}</summary>
      {error !== null && <p className="mt-1 text-ink-2">{describeError(error).message}</p>}
      <ul className="mt-1">
        {shown.map(({ from, message }) => (
          <li key={from} className="break-words py-0.5 text-ink-2">
            <span className="text-ink">{from}: </span>
            {message}
          </li>
        ))}
        {data !== undefined && failed > shown.length && (
          <li className="py-0.5 text-ink-3">
            {t('storage.more', { count: failed - shown.length })}
          </li>
        )}
      </ul>
    </details>
  );
}
