import type { Route } from '@plinth/kernel';
import type { ConsoleService } from '../../service.ts';
import { projectRoute } from '../console-route.ts';
import { jobParams } from './file-job-view.ts';
import { jobToChange } from './job-to-change.ts';

export const dismissFileJob: Route<ConsoleService> = projectRoute({
  id: 'console.dismiss-file-job',
  method: 'DELETE',
  path: '/projects/:ref/storage/jobs/:id',
  summary: 'Takes an ended job off the list.',
  input: { params: jobParams },
  action: 'files.change',
  errors: ['job_not_found', 'job_running'],
  handler: async (service, context, { params }) => {
    const job = await jobToChange(service, context, params.id);
    await service.fileJobs.dismiss(context.project.ref, job);
    return { status: 204 };
  },
});
