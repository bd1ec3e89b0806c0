import type { FileJob } from '@plinth/console/api';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { useStore } from '../../../lib/state/store.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { isUnderWay } from '../jobs/job-texts.ts';
import { useFileJobs } from '../jobs/use-file-jobs.ts';
import { useJobActions } from '../jobs/use-job-actions.ts';
import { isBusy, useTransfers } from '../transfers.ts';
import type { Upload, UploadState } from '../uploads/upload-queue.ts';
import { JobLine } from './job-line.tsx';
import { Progress } from './progress.tsx';
import { UploadLine } from './upload-line.tsx';

/** Lines that are shown; those that need somebody come first. */
const mostLines = 60;
const urgency: Readonly<Record<UploadState, number>> = {
  failed: 0,
  sending: 1,
  paused: 2,
  waiting: 3,
  done: 4,
};

/** What is on its way to the storage or being changed in it, in a corner of the page. */
export function TransfersDock({ projectRef }: { readonly projectRef: string }): ReactNode {
  const transfers = useTransfers(projectRef);
  const uploads = useStore(transfers.uploads.store);
  const jobs = useFileJobs(projectRef);
  const actions = useJobActions(projectRef);
  const [open, setOpen] = useState(true);
  const busy = isBusy(transfers);
  useAskBeforeLeaving(busy);
  if (uploads.length === 0 && jobs.length === 0) return null;
  const shown = uploads.toSorted((a, b) => urgency[a.state] - urgency[b.state]).slice(0, mostLines);
  const hidden = uploads.length - shown.length;
  const close = (): void => {
    transfers.uploads.removeAll();
    for (const job of jobs) actions.dismiss(job);
  };
  return (
    <section
      aria-label={t('storage.transfers')}
      className="absolute bottom-14 right-3 z-30 max-md:bottom-24 flex max-h-[min(420px,60%)] w-[min(380px,calc(100%-24px))] animate-rise flex-col rounded-panel border border-line bg-paper shadow-float"
    >
      <div className="flex min-h-11 items-center gap-1 border-b border-line py-1 pl-3 pr-1.5">
        <p className="min-w-0 flex-1 truncate font-medium text-ink" aria-live="polite">
          {headline(uploads, jobs)}
        </p>
        <QueueButtons projectRef={projectRef} uploads={uploads} />
        <IconButton
          size="small"
          label={t(open ? 'storage.collapse' : 'storage.expand')}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDown size={15} /> : <ChevronUp size={15} />}
        </IconButton>
        {!busy && !jobs.some(isUnderWay) && !uploads.some(({ state }) => state === 'paused') && (
          <IconButton size="small" label={t('storage.closeTransfers')} onClick={close}>
            <X size={15} />
          </IconButton>
        )}
      </div>
      <Total uploads={uploads} />
      {open && (
        <ul className="min-h-0 flex-1 overflow-auto">
          {jobs.map((job) => (
            <JobLine key={job.id} projectRef={projectRef} job={job} actions={actions} />
          ))}
          {shown.map((upload) => (
            <UploadLine key={upload.id} upload={upload} queue={transfers.uploads} />
          ))}
          {hidden > 0 && (
            <li className="px-3 py-2 text-ink-3">{t('storage.more', { count: hidden })}</li>
          )}
        </ul>
      )}
    </section>
  );
}

function QueueButtons({
  projectRef,
  uploads,
}: {
  readonly projectRef: string;
  readonly uploads: readonly Upload[];
}): ReactNode {
  const { uploads: queue } = useTransfers(projectRef);
  const isMoving = uploads.some(({ state }) => state === 'sending' || state === 'waiting');
  const canGoOn = uploads.some(({ state }) => state === 'paused' || state === 'failed');
  if (uploads.length < 2) return null;
  if (isMoving)
    return (
      <Button size="small" kind="quiet" onClick={() => queue.pauseAll()}>
        {t('storage.pauseAll')}
      </Button>
    );
  return canGoOn ? (
    <Button size="small" kind="quiet" onClick={() => queue.resumeAll()}>
      {t('storage.resumeAll')}
    </Button>
  ) : null;
}

function Total({ uploads }: { readonly uploads: readonly Upload[] }): ReactNode {
  const size = uploads.reduce((sum, { file }) => sum + file.size, 0);
  const sent = uploads.reduce((sum, upload) => sum + upload.sent, 0);
  if (uploads.length < 2 || uploads.every(({ state }) => state === 'done')) return null;
  return (
    <div className="border-b border-line px-3 py-2">
      <p className="mb-1.5 text-small text-ink-3">
        {t('storage.sentOf', { sent: formatBytes(sent), size: formatBytes(size) })}
      </p>
      <Progress label={t('storage.allUploads')} part={size === 0 ? 0 : sent / size} />
    </div>
  );
}

function headline(uploads: readonly Upload[], jobs: readonly FileJob[]): string {
  const done = uploads.filter(({ state }) => state === 'done').length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  if (uploads.length === 0) return t('storage.jobs', { count: jobs.length });
  if (done === uploads.length) return t('storage.uploaded', { count: done });
  if (failed > 0) return t('storage.uploadsFailed', { count: failed });
  return t('storage.uploading', { done, total: uploads.length });
}

function useAskBeforeLeaving(busy: boolean): void {
  useEffect(() => {
    if (!busy) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);
}
