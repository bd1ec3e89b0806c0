import type { FileFailure, FileJob, FileName, NewFileJob } from '../api/file-jobs.ts';
import type { FilePosition } from '../ports.ts';

/** A job as lists show it; times in milliseconds since 1970. */
export interface FileJobSummary
  extends Pick<
    FileJob,
    'id' | 'bucket' | 'target' | 'first' | 'state' | 'total' | 'done' | 'failed' | 'error'
  > {
  readonly projectRef: string;
  readonly memberId: string;
  readonly memberEmail: string;
  readonly nameCount: number;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly endedAt: number | null;
}

/** All that is known of a job: enough to go on with it. */
export interface FileJobRecord extends FileJobSummary {
  readonly names: readonly FileName[];
  /** At most `mostFailures`; `failed` counts them all. */
  readonly failures: readonly FileFailure[];
  /** Null before it has counted. */
  readonly position: FilePosition | null;
  /** Starts of the server since it last got on. */
  readonly interruptions: number;
}

/** Failures that are remembered one by one. */
export const mostFailures = 500;

/** True while it is to go on. */
export const isUnderWay = ({ state }: Pick<FileJob, 'state'>): boolean =>
  state === 'listing' || state === 'running';

/** A job that nothing has been done of. */
export function newFileJob(
  { bucket, target, names }: NewFileJob,
  of: Pick<FileJobRecord, 'projectRef' | 'memberId' | 'memberEmail'>,
  now: number,
): Omit<FileJobRecord, 'id'> {
  return {
    ...of,
    bucket,
    target,
    names,
    first: names[0] ?? { from: '', to: null },
    nameCount: names.length,
    state: 'listing',
    total: 0,
    done: 0,
    failed: 0,
    failures: [],
    position: null,
    error: null,
    interruptions: 0,
    startedAt: now,
    updatedAt: now,
    endedAt: null,
  };
}

/**
 * The job as it is tried again: what failed comes behind what it had not come to. Where more has failed than is
 * remembered it begins anew, since what is done is no longer there.
 */
export function retriedFileJob(job: FileJobRecord, now: number): FileJobRecord {
  const { names, failures, failed, position } = job;
  const isAllKnown = failed === failures.length;
  return {
    ...job,
    names: isAllKnown ? [...names, ...failures.map(({ from, to }) => ({ from, to }))] : names,
    position: isAllKnown || position === null ? position : { ...position, index: 0, after: '' },
    total: isAllKnown ? job.total : 0,
    done: isAllKnown ? job.done : 0,
    state: 'listing',
    failed: 0,
    failures: [],
    error: null,
    interruptions: 0,
    startedAt: now,
    updatedAt: now,
    endedAt: null,
  };
}

/** True where a job that has ended has left something undone. */
export const canRetry = ({ state, failed }: FileJobSummary): boolean =>
  state !== 'done' || failed > 0;
