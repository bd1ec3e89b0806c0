import type { MemberRole } from '../api/members.ts';

/** From the one who may least to the one who may all. */
const ranks: readonly MemberRole[] = ['viewer', 'developer', 'admin', 'owner'];

/** What a member can do. */
export type Action =
  | 'project.read'
  | 'secrets.reveal'
  | 'schema.read'
  | 'schema.change'
  | 'rows.read'
  | 'rows.write'
  | 'sql.query'
  | 'sql.run'
  | 'sql.cancel-others'
  | 'files.change'
  | 'files.change-others'
  | 'realtime.read'
  | 'realtime.clients'
  | 'realtime.check';

/** Which role each action takes at least; a member with a lower one gets `role_required`. */
export const permissions: Readonly<Record<Action, MemberRole>> = {
  'project.read': 'viewer',
  'secrets.reveal': 'admin',
  'schema.read': 'viewer',
  'schema.change': 'developer',
  // Viewers read as `service_role`, which sees an application's tables and no system table.
  'rows.read': 'viewer',
  'rows.write': 'developer',
  // Viewers: queries only, as `service_role`, in a read-only transaction.
  'sql.query': 'viewer',
  'sql.run': 'developer',
  'sql.cancel-others': 'admin',
  // As service_role, like these members' calls of the Storage API.
  'files.change': 'developer',
  'files.change-others': 'admin',
  'realtime.read': 'viewer',
  // Who is connected, from where.
  'realtime.clients': 'developer',
  // Asks policies as somebody else.
  'realtime.check': 'developer',
};

/** True where a role may do something. */
export function mayDo(role: MemberRole, action: Action): boolean {
  return ranks.indexOf(role) >= ranks.indexOf(permissions[action]);
}

/**
 * The role in a project: owners and admins of the server have theirs everywhere, others have what the
 * project gives them, or none.
 */
export function projectRole(
  serverRole: MemberRole,
  given: MemberRole | null,
): MemberRole | undefined {
  if (serverRole === 'owner' || serverRole === 'admin') return serverRole;
  return given ?? undefined;
}
