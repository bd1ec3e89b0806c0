import type { Route } from '@plinth/kernel';
import { auditEntry } from '../../members/member-context.ts';
import type { ConsoleService } from '../../service.ts';
import { createTable as create, previewTable } from '../../tables/create-table.ts';
import { projectParams, projectRoute } from '../console-route.ts';
import { newTable } from './new-table-schema.ts';

export const createTable: Route<ConsoleService> = projectRoute({
  id: 'console.create-table',
  method: 'POST',
  path: '/projects/:ref/tables',
  summary: 'Makes a table and records it as a migration.',
  input: { params: projectParams, body: newTable },
  action: 'schema.change',
  errors: ['invalid_table', 'system_schema', 'database_error'],
  handler: async ({ audit, options }, context, { body }) => {
    const { owner, files } = context.project;
    const sql = await previewTable(owner, body);
    const entry = auditEntry(context, 'tables.create', `${body.schema}.${body.name}`, { sql });
    const target = { owner, files, clock: options.clock };
    const details = await audit.around(entry, () => create(target, body, sql));
    return { status: 201, body: details };
  },
});
