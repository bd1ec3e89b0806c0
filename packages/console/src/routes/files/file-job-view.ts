import { type TObject, type TString, Type } from 'typebox';
import type { FileJob, FileJobDetails } from '../../api/file-jobs.ts';
import type { FileJobRecord, FileJobSummary } from '../../file-jobs/file-job.ts';
import type { ProjectContext } from '../../members/member-context.ts';
import { mayDo } from '../../members/permissions.ts';

/** Paths below a job. */
export const jobParams: TObject<{ ref: TString; id: TString }> = Type.Object({
  ref: Type.String({ minLength: 1, maxLength: 100 }),
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
});

/** A job as the member sees it. */
export function fileJobView({ member, role }: ProjectContext, job: FileJobSummary): FileJob {
  const { id, bucket, target, first, state, total, done, failed, error } = job;
  const mine = job.memberId === member.id;
  const time = (at: number): string => new Date(at).toISOString();
  return {
    id,
    bucket,
    target,
    first,
    names: job.nameCount,
    state,
    total,
    done,
    failed,
    error,
    member: job.memberEmail,
    mine,
    mayChange: mine || mayDo(role, 'files.change-others'),
    startedAt: time(job.startedAt),
    updatedAt: time(job.updatedAt),
    endedAt: job.endedAt === null ? null : time(job.endedAt),
  };
}

/** With the files that failed. */
export function fileJobDetails(context: ProjectContext, job: FileJobRecord): FileJobDetails {
  return { ...fileJobView(context, job), failures: job.failures };
}
