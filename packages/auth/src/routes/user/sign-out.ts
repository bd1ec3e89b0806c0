import type { Route } from '@plinth/kernel';
import type { Sql } from '@plinth/postgres';
import { inOneStatement } from '../../base/one-statement.ts';
import { authError } from '../../errors.ts';
import { attempt } from '../../flows/steps/attempt.ts';
import { queryText } from '../../input/query.ts';
import { contextOf } from '../../input/request-context.ts';
import type { AuthService } from '../../service.ts';
import { authenticate } from '../../sessions/authenticate.ts';
import { endOtherSessions, endSession, endSessions } from '../../sessions/end-sessions.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { authRoute } from '../auth-route.ts';

/** POST /logout: ends this session, the others, or all. */
export const signOut: Route<AuthService> = authRoute({
  id: 'auth.sign-out',
  method: 'POST',
  path: '/logout',
  summary:
    'Ends sessions of the signed-in user: global (all, default), local (this one) or others.',
  access: 'user',
  errors: ['bad_jwt', 'session_not_found', 'validation_failed'],
  async handler(service, request) {
    const { user, session } = await authenticate(service, request.caller);
    const ending = endingOf(queryText(request.query, 'scope'), user.id, session?.id);
    const context = contextOf(service, request);
    await attempt('Error logging out user', () =>
      service.database.query(
        inOneStatement([ending, auditEntry(service, context, actorOf(user), 'logout')]),
      ),
    );
    return { status: 204 };
  },
});

/** A token without a session ends them all, whatever it asks for: which one would be meant? */
function endingOf(scope: string, userId: string, sessionId: string | undefined): Sql {
  switch (scope) {
    case '':
    case 'global':
      return endSessions(userId);
    case 'local':
      return sessionId === undefined ? endSessions(userId) : endSession(sessionId);
    case 'others':
      return sessionId === undefined ? endSessions(userId) : endOtherSessions(userId, sessionId);
    default:
      throw authError('validation_failed', {
        message: `Unsupported logout scope ${JSON.stringify(scope)}`,
      });
  }
}
