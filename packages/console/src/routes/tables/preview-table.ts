import type { Route } from '@plinth/kernel';
import type { ConsoleService } from '../../service.ts';
import { previewTable as preview } from '../../tables/create-table.ts';
import { projectParams, projectRoute } from '../console-route.ts';
import { newTable } from './new-table-schema.ts';

export const previewTable: Route<ConsoleService> = projectRoute({
  id: 'console.preview-table',
  method: 'POST',
  path: '/projects/:ref/tables/preview',
  summary: 'The SQL that would make a table.',
  input: { params: projectParams, body: newTable },
  action: 'schema.read',
  errors: ['invalid_table', 'system_schema'],
  handler: async (_service, { project }, { body }) => ({
    status: 200,
    body: { sql: await preview(project.owner, body) },
  }),
});
