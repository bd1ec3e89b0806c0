import type { FileJob, NewFileJob } from '@plinth/console/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/errors.ts';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { describeError } from '../../../ui/layout/error-note.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { useTransfers } from '../transfers.ts';

/** Names that a job takes. */
const mostNames = 10_000;

export interface JobActions {
  readonly start: (change: NewFileJob) => void;
  readonly stop: (job: FileJob) => void;
  readonly retry: (job: FileJob) => void;
  readonly dismiss: (job: FileJob) => void;
}

const complain = (title: string) => (error: unknown) =>
  announce({ kind: 'danger', title, detail: describeError(error).message });

/** What a member does with jobs on files; what is refused is said. */
export function useJobActions(ref: string): JobActions {
  const api = useApi();
  const client = useQueryClient();
  const { watched } = useTransfers(ref);
  const { queryKey } = queries.fileJobs(api, ref);
  const calls = api.console.project(ref);
  const change = (next: (jobs: readonly FileJob[]) => readonly FileJob[]): void => {
    client.setQueryData(queryKey, (jobs) => next(jobs ?? []));
  };
  const askAgain = (): void => void client.invalidateQueries({ queryKey });
  const keep = async (job: FileJob): Promise<void> => {
    // An answer that is on its way does not know of it yet.
    await client.cancelQueries({ queryKey });
    watched.set(job.id, job);
    change((jobs) => [job, ...jobs.filter(({ id }) => id !== job.id)]);
  };
  const start = useMutation({
    mutationFn: calls.startFileJob,
    onSuccess: keep,
    onError: complain(t('storage.jobNotStarted')),
  });
  const retry = useMutation({
    mutationFn: ({ id }: FileJob) => calls.retryFileJob(id),
    onSuccess: keep,
    onError: complain(t('storage.jobNotStarted')),
  });
  const stop = useMutation({
    mutationFn: ({ id }: FileJob) => calls.stopFileJob(id),
    onSettled: askAgain,
    onError: complain(t('storage.jobNotStopped')),
  });
  const dismiss = useMutation({
    mutationFn: ({ id }: FileJob) => calls.dismissFileJob(id),
    onMutate: ({ id }) => change((jobs) => jobs.filter((job) => job.id !== id)),
    onError: (error) => {
      // Another tab was quicker.
      if (!(error instanceof ApiError && error.status === 404)) askAgain();
    },
  });
  return {
    start: (job) => {
      if (job.names.length <= mostNames) start.mutate(job);
      else
        complain(t('storage.jobNotStarted'))(
          new Error(t('storage.jobTooMany', { count: mostNames })),
        );
    },
    stop: stop.mutate,
    retry: retry.mutate,
    dismiss: dismiss.mutate,
  };
}
