import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { checkFileJob } from '../../file-jobs/check-file-job.ts';
import { auditEntry } from '../../members/member-context.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';
import { fileJobView } from './file-job-view.ts';

/** Names that an audit entry holds; of more it tells the number. */
const mostNamed = 100;

/** Postgres stores no NUL; what else a name may hold the Storage API decides. */
const name = (minLength: number) =>
  Type.String({ minLength, maxLength: 2_048, pattern: '^[^\\u0000]*$' });

export const startFileJob: Route<ConsoleService> = projectRoute({
  id: 'console.start-file-job',
  method: 'POST',
  path: '/projects/:ref/storage/jobs',
  summary: 'Deletes or moves many files: begins the work, which goes on on the server.',
  input: {
    params: projectParams,
    body: Type.Object({
      bucket: name(1),
      target: Type.Union([name(1), Type.Null()]),
      names: Type.Array(Type.Object({ from: name(1), to: Type.Union([name(0), Type.Null()]) }), {
        minItems: 1,
        maxItems: 10_000,
      }),
    }),
  },
  action: 'files.change',
  errors: ['storage_off', 'invalid_job', 'too_many_jobs'],
  handler: async ({ fileJobs, audit }, context, { body }) => {
    const change = checkFileJob(body);
    const { bucket, target, names } = change;
    const entry = auditEntry(context, target === null ? 'files.delete' : 'files.move', bucket, {
      ...(target !== null && { target }),
      count: names.length,
      names: names.slice(0, mostNamed).map(({ from, to }) => (to === null ? from : [from, to])),
    });
    const job = await audit.around(entry, () => fileJobs.start(context, change));
    return { status: 201, body: fileJobView(context, job) };
  },
});
