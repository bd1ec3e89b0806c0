import type { Route } from '@plinth/kernel';
import type { ConsoleService } from '../../service.ts';
import { projectRoute } from '../console-route.ts';
import { fileJobDetails, jobParams } from './file-job-view.ts';

export const getFileJob: Route<ConsoleService> = projectRoute({
  id: 'console.get-file-job',
  method: 'GET',
  path: '/projects/:ref/storage/jobs/:id',
  summary: 'A job with the files that failed.',
  input: { params: jobParams },
  action: 'files.change',
  errors: ['job_not_found'],
  handler: async ({ fileJobs }, context, { params }) => {
    const job = await fileJobs.find(context.project.ref, params.id);
    return { status: 200, body: fileJobDetails(context, job) };
  },
});
