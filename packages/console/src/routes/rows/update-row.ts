import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { auditEntry } from '../../members/member-context.ts';
import { updateRow as update } from '../../rows/change-rows.ts';
import { openForChange } from '../../rows/open-table.ts';
import { RowAccess } from '../../rows/row-access.ts';
import type { ConsoleService } from '../../service.ts';
import { projectRoute, tableParams } from '../console-route.ts';
import { changedValues, rowKey, rowValues, sort } from './row-schemas.ts';

export const updateRow: Route<ConsoleService> = projectRoute({
  id: 'console.update-row',
  method: 'PATCH',
  path: '/projects/:ref/tables/:id/rows',
  summary: 'Changes cells of one row, if it still holds the expected values.',
  input: {
    params: tableParams,
    body: Type.Object({
      key: rowKey,
      values: changedValues,
      expected: Type.Optional(rowValues),
      sort: Type.Optional(sort),
    }),
  },
  action: 'rows.write',
  errors: [
    'table_not_found',
    'column_not_found',
    'row_not_found',
    'row_changed',
    'invalid_key',
    'no_row_key',
    'system_schema',
    'database_error',
  ],
  handler: async ({ limits, audit }, context, { params, body }) => {
    const shape = await openForChange(context.project, params.id);
    const entry = auditEntry(context, 'rows.update', `${shape.schema}.${shape.name}`, {
      key: body.key,
      columns: Object.keys(body.values),
    });
    const change = { access: new RowAccess(context), shape, limits };
    const saved = await audit.around(entry, () => update(change, body));
    return { status: 200, body: saved };
  },
});
