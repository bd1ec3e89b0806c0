import type { FileJob } from '@plinth/console/api';
import { isUnderWay } from './job-texts.ts';

/** Milliseconds between two questions how far a job is: few at its beginning, more the longer it takes. */
const pauses = { least: 300, most: 5_000 };

/** A job is asked for after an eighth of the time that it has taken. */
const patience = 8;

/** When to ask again; false where nothing is under way. The times are the server's, so no clock has to be right. */
export function nextQuestion(jobs: readonly FileJob[] | undefined): number | false {
  const ages = (jobs ?? [])
    .filter(isUnderWay)
    .map(({ startedAt, updatedAt }) => Date.parse(updatedAt) - Date.parse(startedAt));
  if (ages.length === 0) return false;
  return Math.min(pauses.most, Math.max(pauses.least, Math.min(...ages) / patience));
}
