import type { MemberRole } from '@plinth/console/api';
import { useQuery } from '@tanstack/react-query';
import { queries } from './queries.ts';
import { useApi } from './use-api.ts';

/** The member's role in a project; undefined until it is known. */
export function useRole(ref: string): MemberRole | undefined {
  const api = useApi();
  const { data: projects } = useQuery(queries.projects(api));
  return projects?.find((project) => project.ref === ref)?.role;
}

/**
 * False for members who only look. The server decides; this spares them buttons that would be refused. True until the
 * role is known, so that nothing appears late.
 */
export function useCanWrite(ref: string): boolean {
  return useRole(ref) !== 'viewer';
}
