import type { Route } from '@plinth/kernel';
import { changeSchema } from '@plinth/schema';
import { Type } from 'typebox';
import type { ChangedRealtimeTable } from '../../api/realtime.ts';
import { consoleError } from '../../errors/console-errors.ts';
import { auditEntry } from '../../members/member-context.ts';
import { planTableChange } from '../../realtime/change-realtime-table.ts';
import { findRealtimeTable, hasPublication } from '../../realtime/realtime-tables.ts';
import type { ConsoleService } from '../../service.ts';
import { projectRoute, tableParams } from '../console-route.ts';

export const changeRealtimeTable: Route<ConsoleService> = projectRoute({
  id: 'console.change-realtime-table',
  method: 'PATCH',
  path: '/projects/:ref/realtime/tables/:id',
  summary:
    'Publishes a table or takes it back, or sets its secure deletes; recorded as a migration.',
  input: {
    params: tableParams,
    body: Type.Object({
      published: Type.Optional(Type.Boolean()),
      secureDeletes: Type.Optional(Type.Boolean()),
    }),
  },
  action: 'schema.change',
  errors: [
    'table_not_found',
    'system_schema',
    'published_elsewhere',
    'partitioned_identity',
    'database_error',
  ],
  handler: async ({ audit, options }, context, { params, body }) => {
    const { owner, files } = context.project;
    const before = await findRealtimeTable(owner, params.id);
    if (before === undefined) throw consoleError('table_not_found');
    const { name, sql } = planTableChange(before, body, await hasPublication(owner));
    if (sql === '') {
      const nothing: ChangedRealtimeTable = { table: before, sql, migration: null };
      return { status: 200, body: nothing };
    }
    const target = `${before.schema}.${before.name}`;
    const entry = auditEntry(context, 'realtime.change-table', target, { sql });
    const { migration } = await audit.around(entry, () =>
      changeSchema({ owner, files, clock: options.clock }, { name, sql }),
    );
    const table = await findRealtimeTable(owner, params.id);
    if (table === undefined) throw consoleError('table_not_found');
    const changed: ChangedRealtimeTable = { table, sql, migration };
    return { status: 200, body: changed };
  },
});
