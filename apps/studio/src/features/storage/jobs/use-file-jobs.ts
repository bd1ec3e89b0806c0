import type { FileJob } from '@plinth/console/api';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { useFilesChanged, useStorage } from '../data/use-storage.ts';
import { useTransfers } from '../transfers.ts';
import { isClean, isUnderWay, jobTexts } from './job-texts.ts';
import { nextQuestion } from './next-question.ts';
import { useJobActions } from './use-job-actions.ts';

/**
 * The jobs that are to be seen: those under way, and the member's own that have ended and left something to say. Asks
 * for them while one is under way, refreshes the lists when one ends, and says so where all went well.
 */
export function useFileJobs(ref: string): readonly FileJob[] {
  const api = useApi();
  const { canWrite, storage } = useStorage(ref);
  const { watched, told } = useTransfers(ref);
  const onChanged = useFilesChanged(ref);
  const { dismiss } = useJobActions(ref);
  const { data: jobs } = useQuery({
    ...queries.fileJobs(api, ref),
    enabled: storage !== undefined && canWrite,
    // Who is refused, having lost the role, need not ask on.
    refetchInterval: ({ state: { data, error } }) =>
      error instanceof ApiError && error.status < 500 ? false : nextQuestion(data),
  });
  useEffect(() => {
    if (jobs === undefined) return;
    const byId = new Map(jobs.map((job) => [job.id, job]));
    for (const job of jobs) if (isUnderWay(job)) watched.set(job.id, job);
    for (const [id, before] of watched) {
      const job = byId.get(id);
      if (job !== undefined && isUnderWay(job)) continue;
      watched.delete(id);
      onChanged(before.bucket);
      if (before.target !== null && before.target !== before.bucket) onChanged(before.target);
      if (job?.mine !== true || !isClean(job)) continue;
      told.add(id);
      announce({ kind: 'success', title: jobTexts(job).done });
      dismiss(job);
    }
  });
  return (jobs ?? []).filter(
    (job) =>
      isUnderWay(job) || (job.mine && !(isClean(job) && (told.has(job.id) || watched.has(job.id)))),
  );
}
