import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import type { RowCount } from '../../api/rows.ts';
import { openTable } from '../../rows/open-table.ts';
import { RowAccess } from '../../rows/row-access.ts';
import { countRows as count } from '../../rows/row-total.ts';
import type { ConsoleService } from '../../service.ts';
import { projectRoute, tableParams } from '../console-route.ts';
import { filters } from './row-schemas.ts';

export const countRows: Route<ConsoleService> = projectRoute({
  id: 'console.count-rows',
  method: 'POST',
  path: '/projects/:ref/tables/:id/rows/count',
  summary: 'The exact number of rows; cancelled when the client goes away.',
  input: { params: tableParams, body: Type.Object({ filters }) },
  action: 'rows.read',
  errors: ['table_not_found', 'column_not_found', 'query_timeout', 'database_error'],
  handler: async ({ limits }, context, request) => {
    const shape = await openTable(context.project, request.params.id);
    const access = new RowAccess(context);
    const value = await count(access, shape, request.body.filters, limits, request.signal);
    return { status: 200, body: { value } satisfies RowCount };
  },
});
