import type { Route } from '@plinth/kernel';
import type { RealtimeTable } from '../../api/realtime.ts';
import { listRealtimeTables as list } from '../../realtime/realtime-tables.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';

export const listRealtimeTables: Route<ConsoleService> = projectRoute({
  id: 'console.list-realtime-tables',
  method: 'GET',
  path: '/projects/:ref/realtime/tables',
  summary: 'Which tables tell of their changes, and what is logged of rows that go.',
  input: { params: projectParams },
  action: 'schema.read',
  handler: async (_service, { project }) => {
    const tables: readonly RealtimeTable[] = await list(project.owner);
    return { status: 200, body: tables };
  },
});
