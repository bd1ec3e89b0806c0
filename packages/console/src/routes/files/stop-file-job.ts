import type { Route } from '@plinth/kernel';
import { auditEntry } from '../../members/member-context.ts';
import type { ConsoleService } from '../../service.ts';
import { projectRoute } from '../console-route.ts';
import { jobParams } from './file-job-view.ts';
import { jobToChange } from './job-to-change.ts';

export const stopFileJob: Route<ConsoleService> = projectRoute({
  id: 'console.stop-file-job',
  method: 'POST',
  path: '/projects/:ref/storage/jobs/:id/stop',
  summary: 'Ends a job after the files under way; 204 also where it has ended by itself.',
  input: { params: jobParams },
  action: 'files.change',
  errors: ['job_not_found'],
  handler: async (service, context, { params }) => {
    const job = await jobToChange(service, context, params.id);
    const entry = auditEntry(context, 'files.stop-job', job.bucket, { job: job.id });
    await service.audit.around(entry, () => service.fileJobs.stop(job));
    return { status: 204 };
  },
});
