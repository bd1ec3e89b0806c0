import type { Route } from '@plinth/kernel';
import { listTypes as list } from '@plinth/schema';
import type { TypeChoice } from '../../api/tables.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';

export const listTypes: Route<ConsoleService> = projectRoute({
  id: 'console.list-types',
  method: 'GET',
  path: '/projects/:ref/types',
  summary: 'The types that a new column can have.',
  input: { params: projectParams },
  action: 'schema.read',
  handler: async (_service, { project }) => {
    const types: readonly TypeChoice[] = await list(project.owner);
    return { status: 200, body: types };
  },
});
