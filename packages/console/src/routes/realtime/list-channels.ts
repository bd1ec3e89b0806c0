import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import type { RealtimeChannels } from '../../api/realtime.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';
import { pageQuery } from './page-query.ts';
import { realtimeOf } from './realtime-of.ts';

export const listChannels: Route<ConsoleService> = projectRoute({
  id: 'console.list-realtime-channels',
  method: 'GET',
  path: '/projects/:ref/realtime/channels',
  summary: 'The topics that are joined, those with the most members first.',
  input: { params: projectParams, query: Type.Object(pageQuery) },
  action: 'realtime.read',
  errors: ['realtime_off'],
  handler: async (_service, { project }, { query }) => {
    const body: RealtimeChannels = realtimeOf(project).channels(query);
    return { status: 200, body };
  },
});
