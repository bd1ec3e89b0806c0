import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { openTable } from '../../rows/open-table.ts';
import { queryWindow } from '../../rows/query-window.ts';
import { RowAccess } from '../../rows/row-access.ts';
import type { ConsoleService } from '../../service.ts';
import { projectRoute, tableParams } from '../console-route.ts';
import { filters, sort } from './row-schemas.ts';

const body = Type.Object({
  filters,
  sort,
  after: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Null()]), { maxItems: 60 })),
  offset: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  limit: Type.Integer({ minimum: 1, maximum: 500 }),
});

export const queryRows: Route<ConsoleService> = projectRoute({
  id: 'console.query-rows',
  method: 'POST',
  path: '/projects/:ref/tables/:id/rows/query',
  summary: 'A window of rows in a total order.',
  input: { params: tableParams, body },
  action: 'rows.read',
  errors: [
    'table_not_found',
    'column_not_found',
    'column_not_sortable',
    'invalid_anchor',
    'query_timeout',
    'database_error',
  ],
  handler: async ({ limits, options }, context, request) => {
    const shape = await openTable(context.project, request.params.id);
    const page = await queryWindow(
      {
        access: new RowAccess(context),
        shape,
        limits,
        now: () => options.clock.now(),
        signal: request.signal,
      },
      request.body,
    );
    return { status: 200, body: page };
  },
});
