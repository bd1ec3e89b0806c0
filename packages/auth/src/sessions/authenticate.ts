import type { Caller } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import type { AuthCore } from '../base/core.ts';
import { authError } from '../errors.ts';
import { attempt } from '../flows/steps/attempt.ts';
import { nilUuid, parseUuid } from '../input/uuid.ts';
import { isBanned, type User } from '../users/user.ts';
import { userJson } from '../users/user-columns.ts';
import type { Session } from './session.ts';
import { sessionJson } from './session-columns.ts';

/** The user that an access token speaks for, and its session. */
export interface Authenticated {
  readonly user: User;
  /** Undefined for a token that names no session: one that was not made by a sign-in. */
  readonly session: Session | undefined;
}

/**
 * Looks up whom the caller's token speaks for: a token can outlive its user and its session. Throws
 * `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`.
 */
export async function authenticate(core: AuthCore, caller: Caller): Promise<Authenticated> {
  const userId = parseUuid(caller.userId ?? '');
  if (userId === undefined) {
    throw authError('bad_jwt', {
      status: 400,
      message: 'invalid claim: sub claim must be a UUID',
    });
  }
  const sessionId = sessionOf(caller);
  const [row] = await attempt('Database error loading user', () =>
    core.database.query<{ user: User; session: Session | null }>(
      sql`select ${userJson} as user, case when s.id is not null then ${sessionJson} end as session
        from auth.users u left join auth.sessions s on s.id = ${sessionId ?? null} and s.user_id = u.id
        where u.id = ${userId}`,
    ),
  );
  if (row === undefined) {
    throw authError('user_not_found', {
      status: 403,
      message: 'User from sub claim in JWT does not exist',
    });
  }
  if (sessionId !== undefined && row.session === null) throw authError('session_not_found');
  if (isBanned(row.user, core.clock.now())) throw authError('user_banned');
  return { user: row.user, session: row.session ?? undefined };
}

function sessionOf(caller: Caller): string | undefined {
  if (caller.sessionId === undefined || caller.sessionId === nilUuid) return undefined;
  const sessionId = parseUuid(caller.sessionId);
  if (sessionId !== undefined) return sessionId;
  throw authError('bad_jwt', { message: 'invalid claim: session_id claim must be a UUID' });
}
