import type { SqlRun as SqlRunInput } from '../api/sql.ts';
import type { ProjectContext } from '../members/member-context.ts';
import { mayDo } from '../members/permissions.ts';
import type { RunIdentity } from './run-script.ts';

/**
 * Who a member's script runs as. Members who may write: the owner of the project, or a role that they
 * try. Viewers: a role of the API that the login role `authenticator` may become and nothing above it, so
 * that no `RESET ROLE` leads further; by default `service_role`, in a transaction that cannot write.
 */
export function runIdentity(
  context: ProjectContext,
  { role = 'postgres', claims }: Pick<SqlRunInput, 'role' | 'claims'>,
): RunIdentity {
  const { project } = context;
  const mayWrite = mayDo(context.role, 'sql.run');
  const asRole = role === 'postgres' ? (mayWrite ? null : 'service_role') : role;
  return {
    connection: (mayWrite ? project.owner : project.api).connection,
    role: asRole,
    claims: asRole === null ? null : { ...claims, role: asRole },
    readOnly: !mayWrite,
  };
}
