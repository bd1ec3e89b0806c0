import type { FileJob } from '@plinth/console/api';
import { CircleAlert, CircleCheck, CirclePause, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { isClean, isUnderWay, jobProgress, jobTexts } from '../jobs/job-texts.ts';
import type { JobActions } from '../jobs/use-job-actions.ts';
import { JobFailures } from './job-failures.tsx';
import { Progress } from './progress.tsx';

/** Work of the server on many files. */
export function JobLine({
  projectRef,
  job,
  actions,
}: {
  readonly projectRef: string;
  readonly job: FileJob;
  readonly actions: JobActions;
}): ReactNode {
  const { title } = jobTexts(job);
  const { state, total, done, failed, error } = job;
  return (
    <li className="border-b border-line/60 px-3 py-2 last:border-b-0">
      <div className="-mr-1.5 flex items-center gap-1">
        <span
          className="min-w-0 flex-1 truncate text-ink"
          title={`${job.bucket}/${job.first.from}`}
        >
          {title}
        </span>
        {isUnderWay(job) ? (
          job.mayChange && (
            <Button size="small" kind="quiet" onClick={() => actions.stop(job)}>
              {t('storage.stopJob')}
            </Button>
          )
        ) : (
          <EndedButtons job={job} title={title} actions={actions} />
        )}
      </div>
      <p className="text-small text-ink-3">{jobProgress(job)}</p>
      {isUnderWay(job) && (
        <div className="mt-1.5">
          <Progress
            label={title}
            {...(state === 'running' && total > 0 && { part: (done + failed) / total })}
          />
        </div>
      )}
      {error !== null && <p className="break-words text-danger">{error.message}</p>}
      {failed > 0 && <JobFailures projectRef={projectRef} job={job} />}
    </li>
  );
}

function EndedButtons({
  job,
  title,
  actions,
}: {
  readonly job: FileJob;
  readonly title: string;
  readonly actions: JobActions;
}): ReactNode {
  const isBad = job.failed > 0 || job.error !== null;
  return (
    <>
      {isClean(job) ? (
        <CircleCheck size={15} className="shrink-0 text-success" />
      ) : (
        <>
          {isBad ? (
            <CircleAlert size={15} className="shrink-0 text-danger" />
          ) : (
            <CirclePause size={15} className="shrink-0 text-ink-3" />
          )}
          <IconButton
            size="small"
            label={t(job.state === 'done' ? 'storage.retryJob' : 'storage.resumeJob', { title })}
            onClick={() => actions.retry(job)}
          >
            <RotateCw size={14} />
          </IconButton>
        </>
      )}
      <IconButton
        size="small"
        label={t('storage.dismissFile', { name: title })}
        onClick={() => actions.dismiss(job)}
      >
        <X size={14} />
      </IconButton>
    </>
  );
}
