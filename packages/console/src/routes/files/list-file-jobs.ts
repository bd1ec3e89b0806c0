import type { Route } from '@plinth/kernel';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';
import { fileJobView } from './file-job-view.ts';

export const listFileJobs: Route<ConsoleService> = projectRoute({
  id: 'console.list-file-jobs',
  method: 'GET',
  path: '/projects/:ref/storage/jobs',
  summary: 'The jobs on files of a project, those of all members, the latest first.',
  input: { params: projectParams },
  action: 'files.change',
  handler: async ({ fileJobs }, context) => {
    const jobs = await fileJobs.list(context.project.ref);
    return { status: 200, body: jobs.map((job) => fileJobView(context, job)) };
  },
});
