import type { Route } from '@plinth/kernel';
import type { ConsoleService } from '../../service.ts';
import { projectRoute } from '../console-route.ts';
import { changeJob } from './change-job.ts';
import { jobParams } from './file-job-view.ts';

export const stopFileJob: Route<ConsoleService> = projectRoute({
  id: 'console.stop-file-job',
  method: 'POST',
  path: '/projects/:ref/storage/jobs/:id/stop',
  summary: 'Ends a job after the files under way; 204 also where it has ended by itself.',
  input: { params: jobParams },
  action: 'files.change',
  errors: ['job_not_found'],
  handler: async (service, context, { params }) => {
    await changeJob(service, context, params.id, 'files.stop-job', (job) =>
      service.fileJobs.stop(job),
    );
    return { status: 204 };
  },
});
