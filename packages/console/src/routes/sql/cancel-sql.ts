import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { auditEntry } from '../../members/member-context.ts';
import { mayDo } from '../../members/permissions.ts';
import type { ConsoleService } from '../../service.ts';
import { projectRoute } from '../console-route.ts';

export const cancelSql: Route<ConsoleService> = projectRoute({
  id: 'console.cancel-sql',
  method: 'POST',
  path: '/projects/:ref/sql/:id/cancel',
  summary: "Cancels a run: the member's own, for admins also another one's.",
  input: {
    params: Type.Object({
      ref: Type.String({ minLength: 1, maxLength: 100 }),
      id: Type.String({ minLength: 1, maxLength: 100 }),
    }),
  },
  action: 'sql.query',
  handler: async ({ audit, runs }, context, { params }) => {
    const { project, member, role } = context;
    const name = { projectRef: project.ref, memberId: member.id, id: params.id };
    await audit.around(auditEntry(context, 'sql.cancel', params.id, {}), () =>
      runs.cancel(name, mayDo(role, 'sql.cancel-others')),
    );
    return { status: 204 };
  },
});
