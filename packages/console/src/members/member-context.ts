import type { RouteRequest } from '@plinth/kernel';
import type { Member, MemberRole } from '../api/members.ts';
import { consoleError } from '../errors/console-errors.ts';
import type { ProjectHandle } from '../ports.ts';
import type { AuditEntry } from './audit-log.ts';
import type { MemberStore } from './member-store.ts';
import { type Action, mayDo, projectRole } from './permissions.ts';

/** A member at work. */
export interface MemberContext {
  readonly member: Member;
  readonly request: Pick<RouteRequest, 'id' | 'address'>;
}

/** A member at work in a project. */
export interface ProjectContext extends MemberContext {
  readonly project: ProjectHandle;
  readonly role: MemberRole;
}

/** The member that a request speaks for. Throws AppError `not_a_member`. */
export async function memberContext(
  members: MemberStore,
  request: RouteRequest<never>,
): Promise<MemberContext> {
  const { userId } = request.caller;
  const found = userId === undefined ? undefined : await members.find(userId, null);
  if (found === undefined) throw consoleError('not_a_member');
  const { givenRole: _, ...member } = found;
  return { member, request };
}

/**
 * The member, the project and the role they have in it. A project without a role for them does not exist
 * for them. Throws AppError `not_a_member`, `project_not_found` or `role_required`.
 */
export async function projectContext(
  members: MemberStore,
  project: ProjectHandle | undefined,
  request: RouteRequest<never>,
  action: Action,
): Promise<ProjectContext> {
  const { userId } = request.caller;
  const found = userId === undefined ? undefined : await members.find(userId, project?.ref ?? null);
  if (found === undefined) throw consoleError('not_a_member');
  const { givenRole, ...member } = found;
  const role = projectRole(member.role, givenRole);
  if (project === undefined || role === undefined) throw consoleError('project_not_found');
  if (!mayDo(role, action)) {
    throw consoleError('role_required', {
      message: `Your role in this project, ${role}, does not allow that`,
    });
  }
  return { member, request, project, role };
}

/** An entry of the audit log about what a member does in a project. */
export function auditEntry(
  { member, request, project }: MemberContext & { readonly project?: ProjectHandle },
  action: string,
  target: string | null,
  details: Readonly<Record<string, unknown>>,
): AuditEntry {
  return {
    memberId: member.id,
    memberEmail: member.email,
    projectRef: project?.ref ?? null,
    action,
    target,
    details,
    requestId: request.id,
    address: request.address,
  };
}
