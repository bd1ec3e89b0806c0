import type { Route } from '@plinth/kernel';
import { listTables as list } from '@plinth/schema';
import { Type } from 'typebox';
import type { TableSummary } from '../../api/tables.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';

export const listTables: Route<ConsoleService> = projectRoute({
  id: 'console.list-tables',
  method: 'GET',
  path: '/projects/:ref/tables',
  summary: 'The tables and views of a schema.',
  input: {
    params: projectParams,
    query: Type.Object({ schema: Type.String({ minLength: 1, maxLength: 63, default: 'public' }) }),
  },
  action: 'schema.read',
  handler: async (_service, { project }, { query }) => {
    const tables: readonly TableSummary[] = await list(project.owner, query.schema);
    return { status: 200, body: tables };
  },
});
