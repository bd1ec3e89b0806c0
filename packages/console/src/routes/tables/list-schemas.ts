import type { Route } from '@plinth/kernel';
import { listSchemas as list } from '@plinth/schema';
import type { SchemaSummary } from '../../api/tables.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';

export const listSchemas: Route<ConsoleService> = projectRoute({
  id: 'console.list-schemas',
  method: 'GET',
  path: '/projects/:ref/schemas',
  summary: 'The schemas of a project.',
  input: { params: projectParams },
  action: 'schema.read',
  handler: async (_service, { project }) => {
    const schemas: readonly SchemaSummary[] = await list(project.owner);
    return { status: 200, body: schemas };
  },
});
