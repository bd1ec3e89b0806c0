import { consoleError } from '../../errors/console-errors.ts';
import type { FileJobRecord } from '../../file-jobs/file-job.ts';
import { auditEntry, type ProjectContext } from '../../members/member-context.ts';
import { mayDo } from '../../members/permissions.ts';
import type { ConsoleService } from '../../service.ts';

/** Does something to a job that the member may change, with an entry in the audit log. Throws AppError `role_required`. */
export async function changeJob<T>(
  { fileJobs, audit }: ConsoleService,
  context: ProjectContext,
  id: string,
  action: string,
  work: (job: FileJobRecord) => Promise<T>,
): Promise<T> {
  const job = await fileJobs.find(context.project.ref, id);
  const isOwn = job.memberId === context.member.id;
  if (!isOwn && !mayDo(context.role, 'files.change-others')) {
    throw consoleError('role_required', { message: 'Only admins change the jobs of others' });
  }
  return audit.around(auditEntry(context, action, job.bucket, { job: id }), () => work(job));
}
