import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { auditEntry } from '../../members/member-context.ts';
import { insertRow as insert } from '../../rows/change-rows.ts';
import { openForChange } from '../../rows/open-table.ts';
import { RowAccess } from '../../rows/row-access.ts';
import type { ConsoleService } from '../../service.ts';
import { projectRoute, tableParams } from '../console-route.ts';
import { rowValues, sort } from './row-schemas.ts';

export const insertRow: Route<ConsoleService> = projectRoute({
  id: 'console.insert-row',
  method: 'POST',
  path: '/projects/:ref/tables/:id/rows',
  summary: 'Puts a row in and answers it as it stands in the table.',
  input: {
    params: tableParams,
    body: Type.Object({ values: rowValues, sort: Type.Optional(sort) }),
  },
  action: 'rows.write',
  errors: ['table_not_found', 'column_not_found', 'system_schema', 'database_error'],
  handler: async ({ limits, audit }, context, { params, body }) => {
    const shape = await openForChange(context.project, params.id);
    const entry = auditEntry(context, 'rows.insert', `${shape.schema}.${shape.name}`, {
      columns: Object.keys(body.values),
    });
    const change = { access: new RowAccess(context), shape, limits };
    const saved = await audit.around(entry, () => insert(change, body));
    return { status: 201, body: saved };
  },
});
