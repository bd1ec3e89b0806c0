import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import type { RealtimeClients } from '../../api/realtime.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';
import { pageQuery } from './page-query.ts';
import { realtimeOf } from './realtime-of.ts';

export const listClients: Route<ConsoleService> = projectRoute({
  id: 'console.list-realtime-clients',
  method: 'GET',
  path: '/projects/:ref/realtime/clients',
  summary: 'The clients that are connected to Realtime, the newest first.',
  input: {
    params: projectParams,
    query: Type.Object({
      ...pageQuery,
      before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    }),
  },
  action: 'realtime.clients',
  errors: ['realtime_off'],
  handler: async (_service, { project }, { query: { search, limit, before } }) => {
    const body: RealtimeClients = realtimeOf(project).clients({ search, limit, before });
    return { status: 200, body };
  },
});
