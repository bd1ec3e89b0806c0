import type { Route } from '@plinth/kernel';
import { changeSchema, isSystemSchema, tableDetails } from '@plinth/schema';
import { Type } from 'typebox';
import type { SchemaChange } from '../../api/tables.ts';
import { consoleError } from '../../errors/console-errors.ts';
import { auditEntry } from '../../members/member-context.ts';
import type { ConsoleService } from '../../service.ts';
import { dropTableSql } from '../../tables/drop-table-sql.ts';
import { projectRoute, tableParams } from '../console-route.ts';

export const dropTable: Route<ConsoleService> = projectRoute({
  id: 'console.drop-table',
  method: 'DELETE',
  path: '/projects/:ref/tables/:id',
  summary: 'Drops a table whose name is confirmed, and records it as a migration.',
  input: {
    params: tableParams,
    body: Type.Object({ name: Type.String({ maxLength: 63 }), cascade: Type.Boolean() }),
  },
  action: 'schema.change',
  errors: ['table_not_found', 'name_mismatch', 'system_schema', 'database_error'],
  handler: async ({ audit, options }, context, { params, body }) => {
    const { owner, files } = context.project;
    const table = await tableDetails(owner, params.id);
    if (table === undefined) throw consoleError('table_not_found');
    if (isSystemSchema(table.schema)) throw consoleError('system_schema');
    if (table.name !== body.name) throw consoleError('name_mismatch');
    const sql = dropTableSql(table, body.cascade);
    const entry = auditEntry(context, 'tables.drop', `${table.schema}.${table.name}`, { sql });
    const change = await audit.around(entry, () =>
      changeSchema(
        { owner, files, clock: options.clock },
        { name: `drop_${table.kind}_${table.name}`, sql },
      ),
    );
    const { migration } = change;
    return { status: 200, body: { sql, migration } satisfies SchemaChange };
  },
});
