import type { Route } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import type { ProjectDetails } from '../../api/projects.ts';
import type { ProjectHandle } from '../../ports.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';

export const getProject: Route<ConsoleService> = projectRoute({
  id: 'console.get-project',
  method: 'GET',
  path: '/projects/:ref',
  summary: 'What Home shows of a project.',
  input: { params: projectParams },
  action: 'project.read',
  handler: async (_service, { project, role }, { baseUrl }) => {
    const { ref, name, publishableKey, anonKey, startedAt } = project;
    const facts = await databaseFacts(project);
    const details: ProjectDetails = {
      ref,
      name,
      role,
      ...project.urls(baseUrl),
      publishableKey,
      anonKey,
      databaseUrl: withoutPassword(project.secrets().databaseUrl),
      ...facts,
      startedAt: new Date(startedAt).toISOString(),
    };
    return { status: 200, body: details };
  },
});

/** Most users that are counted; beyond, the planner's estimate is near enough for a tile. */
const mostCounted = 50_000;

async function databaseFacts({
  owner,
}: ProjectHandle): Promise<Pick<ProjectDetails, 'postgresVersion' | 'databaseSize' | 'counts'>> {
  const [row] = await owner.query<{
    version: string;
    size: string;
    tables: number;
    has_users: boolean;
  }>(sql`
    select current_setting('server_version') as version,
           pg_database_size(current_database())::text as size,
           (select count(*)::int from pg_class
            where relnamespace = to_regnamespace('public') and relkind in ('r', 'p')
              and not relispartition) as tables,
           to_regclass('auth.users') is not null as has_users`);
  const users = row?.has_users === true ? await countUsers(owner) : 0;
  return {
    postgresVersion: (row?.version ?? '').split(' ')[0] ?? '',
    databaseSize: Number(row?.size ?? 0),
    counts: { tables: row?.tables ?? 0, users },
  };
}

async function countUsers(owner: ProjectHandle['owner']): Promise<number> {
  const [row] = await owner.query<{ counted: number; estimated: number }>(sql`
    select (select count(*)::int from (select from auth.users limit ${mostCounted + 1}) u) as counted,
           (select reltuples::float8 from pg_class where oid = 'auth.users'::regclass) as estimated`);
  const { counted = 0, estimated = 0 } = row ?? {};
  return counted <= mostCounted ? counted : Math.max(counted, estimated);
}

function withoutPassword(url: string): string {
  return url.replace(/^([^:]+:\/\/[^:/@]+):[^@]*@/, '$1:[password]@');
}
