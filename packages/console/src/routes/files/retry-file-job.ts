import type { Route } from '@plinth/kernel';
import { auditEntry } from '../../members/member-context.ts';
import type { ConsoleService } from '../../service.ts';
import { projectRoute } from '../console-route.ts';
import { fileJobView, jobParams } from './file-job-view.ts';
import { jobToChange } from './job-to-change.ts';

export const retryFileJob: Route<ConsoleService> = projectRoute({
  id: 'console.retry-file-job',
  method: 'POST',
  path: '/projects/:ref/storage/jobs/:id/retry',
  summary: 'Goes on with an ended job: the files that failed, and those it had not come to.',
  input: { params: jobParams },
  action: 'files.change',
  errors: ['job_not_found', 'job_running', 'job_done', 'storage_off', 'too_many_jobs'],
  handler: async (service, context, { params }) => {
    const ended = await jobToChange(service, context, params.id);
    const entry = auditEntry(context, 'files.retry-job', ended.bucket, { job: ended.id });
    const job = await service.audit.around(entry, () => service.fileJobs.retry(context, ended));
    return { status: 200, body: fileJobView(context, job) };
  },
});
