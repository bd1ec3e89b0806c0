import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import type { TopicRights } from '../../api/realtime.ts';
import { claimsOf } from '../../realtime/claims-of.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';
import { realtimeOf } from './realtime-of.ts';

const roles = ['anon', 'authenticated', 'service_role'] as const;

export const checkTopic: Route<ConsoleService> = projectRoute({
  id: 'console.check-realtime-topic',
  method: 'POST',
  path: '/projects/:ref/realtime/rights',
  summary: 'Whether policies let a user or role receive and send on a private topic.',
  input: {
    params: projectParams,
    body: Type.Object({
      topic: Type.String({ minLength: 1, maxLength: 1000 }),
      as: Type.Union([
        Type.Object({ role: Type.Union(roles.map((role) => Type.Literal(role))) }),
        Type.Object({
          userId: Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }),
        }),
      ]),
    }),
  },
  action: 'realtime.check',
  errors: ['realtime_off', 'user_not_found'],
  handler: async (_service, { project }, { body: { topic, as } }) => {
    const realtime = realtimeOf(project);
    const body: TopicRights = await realtime.rights(await claimsOf(project.owner, as), topic);
    return { status: 200, body };
  },
});
