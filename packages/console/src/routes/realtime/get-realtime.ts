import type { Route } from '@plinth/kernel';
import type { RealtimeStatus } from '../../api/realtime.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';
import { realtimeOf } from './realtime-of.ts';

export const getRealtime: Route<ConsoleService> = projectRoute({
  id: 'console.get-realtime',
  method: 'GET',
  path: '/projects/:ref/realtime',
  summary: 'How Realtime is: clients, channels, the stream of database changes, limits.',
  input: { params: projectParams },
  action: 'realtime.read',
  errors: ['realtime_off'],
  handler: async (_service, { project }) => {
    const body: RealtimeStatus = await realtimeOf(project).status();
    return { status: 200, body };
  },
});
