import type { Route } from '@plinth/kernel';
import type { ProjectSummary } from '../../api/projects.ts';
import { projectRole } from '../../members/permissions.ts';
import type { ConsoleService } from '../../service.ts';
import { memberRoute } from '../console-route.ts';

export const listProjects: Route<ConsoleService> = memberRoute({
  id: 'console.list-projects',
  method: 'GET',
  path: '/projects',
  summary: 'The projects that the member has a role in.',
  handler: async ({ members, options }, { member }) => {
    const given = await members.projectRoles(member.id);
    const summaries = options.projects.list().flatMap(({ ref, name }): ProjectSummary[] => {
      const role = projectRole(member.role, given.get(ref) ?? null);
      return role === undefined ? [] : [{ ref, name, role }];
    });
    return { status: 200, body: summaries };
  },
});
