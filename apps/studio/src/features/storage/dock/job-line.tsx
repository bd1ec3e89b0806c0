import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { describeError } from '../../../ui/layout/error-note.tsx';
import type { Job, JobRunner } from '../changes/job-runner.ts';
import { Progress } from './progress.tsx';

/** Failures that are shown one by one. */
const mostFailures = 50;

/** Work on many files. */
export function JobLine({ job, jobs }: { readonly job: Job; readonly jobs: JobRunner }): ReactNode {
  const { id, title, state, total, done, failures } = job;
  const isRunning = state === 'listing' || state === 'running';
  const failed = failures.length > 0;
  return (
    <li className="border-b border-line/60 px-3 py-2 last:border-b-0">
      <div className="flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-ink">{title}</span>
        {isRunning ? (
          <Button size="small" kind="quiet" onClick={() => jobs.stop(id)}>
            {t('storage.stopJob')}
          </Button>
        ) : (
          <>
            {failed ? (
              <CircleAlert size={15} className="shrink-0 text-danger" />
            ) : (
              <CircleCheck size={15} className="shrink-0 text-success" />
            )}
            <IconButton
              size="small"
              label={t('storage.dismissFile', { name: title })}
              onClick={() => jobs.dismiss(id)}
            >
              <X size={14} />
            </IconButton>
          </>
        )}
      </div>
      <p className="text-small text-ink-3">
        {state === 'listing'
          ? t('storage.jobListing', { count: total })
          : t('storage.jobDone', { done, total })}
        {state === 'stopped' && ` · ${t('storage.jobStopped')}`}
      </p>
      {isRunning && (
        <div className="mt-1.5">
          <Progress
            label={title}
            {...(state === 'running' && total > 0 && { part: done / total })}
          />
        </div>
      )}
      {failed && (
        <details className="mt-1">
          <summary className="text-danger">
            {t('storage.jobFailed', { count: failures.length })}
          </summary>
          <ul className="mt-1 max-h-40 overflow-auto">
            {failures.slice(0, mostFailures).map(({ key, error }) => (
              <li key={key} className="break-words py-0.5 text-ink-2">
                {key !== '' && <span className="text-ink">{key}: </span>}
                {describeError(error).message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
