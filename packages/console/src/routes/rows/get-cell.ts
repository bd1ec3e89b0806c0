import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { openTable } from '../../rows/open-table.ts';
import { readCell } from '../../rows/read-cell.ts';
import { RowAccess } from '../../rows/row-access.ts';
import type { ConsoleService } from '../../service.ts';
import { projectRoute, tableParams } from '../console-route.ts';
import { rowKey } from './row-schemas.ts';

export const getCell: Route<ConsoleService> = projectRoute({
  id: 'console.get-cell',
  method: 'POST',
  path: '/projects/:ref/tables/:id/rows/cell',
  summary: 'One whole value.',
  input: {
    params: tableParams,
    body: Type.Object({ key: rowKey, column: Type.String({ minLength: 1, maxLength: 63 }) }),
  },
  action: 'rows.read',
  errors: ['table_not_found', 'column_not_found', 'row_not_found', 'value_too_large', 'no_row_key'],
  handler: async ({ limits }, context, request) => {
    const shape = await openTable(context.project, request.params.id);
    const value = await readCell(new RowAccess(context), shape, request.body, {
      timeout: limits.windowTimeout,
      readOnly: true,
      signal: request.signal,
    });
    return { status: 200, body: value };
  },
});
