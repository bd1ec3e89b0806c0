import type { Route } from '@plinth/kernel';
import { tableDetails } from '@plinth/schema';
import { consoleError } from '../../errors/console-errors.ts';
import type { ConsoleService } from '../../service.ts';
import { toTableDetails } from '../../tables/table-details.ts';
import { projectRoute, tableParams } from '../console-route.ts';

export const getTable: Route<ConsoleService> = projectRoute({
  id: 'console.get-table',
  method: 'GET',
  path: '/projects/:ref/tables/:id',
  summary: 'Everything about one table.',
  input: { params: tableParams },
  action: 'schema.read',
  errors: ['table_not_found'],
  handler: async (_service, { project }, { params }) => {
    const details = await tableDetails(project.owner, params.id);
    if (details === undefined) throw consoleError('table_not_found');
    return { status: 200, body: toTableDetails(details) };
  },
});
