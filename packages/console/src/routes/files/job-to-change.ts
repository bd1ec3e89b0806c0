import { consoleError } from '../../errors/console-errors.ts';
import type { FileJobRecord } from '../../file-jobs/file-job.ts';
import type { ProjectContext } from '../../members/member-context.ts';
import { mayDo } from '../../members/permissions.ts';
import type { ConsoleService } from '../../service.ts';

/** The job, where the member may change it: it is their own, or they are an admin. Throws `job_not_found`, `role_required`. */
export async function jobToChange(
  { fileJobs }: ConsoleService,
  { project, member, role }: ProjectContext,
  id: string,
): Promise<FileJobRecord> {
  const job = await fileJobs.find(project.ref, id);
  if (job.memberId === member.id || mayDo(role, 'files.change-others')) return job;
  throw consoleError('role_required', { message: 'Only admins change the jobs of others' });
}
