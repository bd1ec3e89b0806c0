import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import type { DeletedRows } from '../../api/rows.ts';
import { auditEntry } from '../../members/member-context.ts';
import { deleteRows as remove } from '../../rows/change-rows.ts';
import { openForChange } from '../../rows/open-table.ts';
import { RowAccess } from '../../rows/row-access.ts';
import type { ConsoleService } from '../../service.ts';
import { projectRoute, tableParams } from '../console-route.ts';
import { rowKey } from './row-schemas.ts';

/** Keys that an audit entry names; of more it tells the number. */
const mostNamed = 100;

export const deleteRows: Route<ConsoleService> = projectRoute({
  id: 'console.delete-rows',
  method: 'DELETE',
  path: '/projects/:ref/tables/:id/rows',
  summary: 'Deletes rows by their keys.',
  input: {
    params: tableParams,
    body: Type.Object({ keys: Type.Array(rowKey, { minItems: 1, maxItems: 1_000 }) }),
  },
  action: 'rows.write',
  errors: ['table_not_found', 'invalid_key', 'no_row_key', 'system_schema', 'database_error'],
  handler: async ({ limits, audit }, context, { params, body }) => {
    const shape = await openForChange(context.project, params.id);
    const entry = auditEntry(context, 'rows.delete', `${shape.schema}.${shape.name}`, {
      count: body.keys.length,
      keys: body.keys.slice(0, mostNamed),
    });
    const change = { access: new RowAccess(context), shape, limits };
    const deleted = await audit.around(entry, () => remove(change, body.keys));
    return { status: 200, body: { deleted } satisfies DeletedRows };
  },
});
