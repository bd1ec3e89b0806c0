import type { ProjectHandle, ProjectRealtime, ProjectStorage, Projects } from '@plinth/console';
import { callerFromClaims } from '@plinth/kernel';
import type { ProjectFiles } from '@plinth/schema';
import { changeObjects } from '@plinth/storage';
import { MemberCallers } from './member-callers.ts';
import { defaultRef, type Project } from './project.ts';
import type { ProjectRegistry } from './registry.ts';

export interface HandleOptions {
  readonly registry: ProjectRegistry;
  /** Files of the project folder; null where the backend has none. */
  readonly files: ProjectFiles | null;
  /** With the password, for a person with the right to it. */
  readonly databaseUrl: string;
}

/** The projects as the console sees them; the control project is not one of them. */
export function consoleProjects({ registry, files, databaseUrl }: HandleOptions): Projects {
  const handleOf = (project: Project): ProjectHandle => ({
    ref: project.ref,
    name: project.name,
    owner: project.databases.as('postgres'),
    api: project.databases.as('authenticator'),
    startedAt: project.startedAt,
    files,
    storage: storageOf(project),
    realtime: realtimeOf(project),
    publishableKey: project.keys.publishableKey,
    anonKey: project.keys.anonKey,
    urls: (baseUrl) => ({ url: baseUrl, mailUrl: `${baseUrl}/mail` }),
    secrets: () => ({
      secretKey: project.keys.secretKey,
      serviceRoleKey: project.keys.serviceRoleKey,
      databaseUrl,
      jwtSecret: project.keys.jwtSecret,
    }),
  });
  const handles = new Map<string, ProjectHandle>();
  const get = (ref: string): ProjectHandle | undefined => {
    const project = ref === defaultRef ? registry.find(ref) : undefined;
    if (project === undefined) return undefined;
    const known = handles.get(ref) ?? handleOf(project);
    handles.set(ref, known);
    return known;
  };
  return {
    get,
    list: () => [get(defaultRef)].filter((handle) => handle !== undefined),
  };
}

/** The console's jobs on files, as what the Storage service does with the rights of a member. */
function storageOf({ storage }: Project): ProjectStorage | null {
  if (storage === undefined) return null;
  return {
    change: (change, { member, ...run }) =>
      changeObjects(storage, change, { ...run, caller: MemberCallers.ofJob(member) }),
  };
}

/** Realtime as the console shows it. */
function realtimeOf({ realtime }: Project): ProjectRealtime | null {
  if (realtime === undefined) return null;
  const { inspector } = realtime;
  return {
    status: () => inspector.status(),
    clients: (search) => inspector.clients(search),
    channels: (search) => inspector.channels(search),
    rights: (claims, topic) => inspector.rights(callerFromClaims('user', claims, 'anon'), topic),
  };
}
