import type { RouteRequest } from '@plinth/kernel';
import type { AuthService } from '../../service.ts';
import { authenticate } from '../../sessions/authenticate.ts';
import { type AuditActor, roleActor } from '../../users/audit/audit.ts';

/** Who administers. A token of a session counts only while the session does. */
export async function adminActor(
  service: AuthService,
  { caller }: Pick<RouteRequest, 'caller'>,
): Promise<AuditActor> {
  if (caller.sessionId !== undefined) await authenticate(service, caller);
  return roleActor(caller.role);
}
