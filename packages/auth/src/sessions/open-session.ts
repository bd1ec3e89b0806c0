import { isIP } from 'node:net';
import { type Sql, sql } from '@plinth/postgres';
import type { AuthCore } from '../base/core.ts';
import { isoDate } from '../base/time.ts';
import type { RequestContext } from '../input/request-context.ts';
import { nilUuid } from '../input/uuid.ts';
import { makeAccessToken } from '../tokens/access-token.ts';
import { newRefreshToken } from '../tokens/refresh-token.ts';
import type { User } from '../users/user.ts';
import type { AuthenticationMethod, Tokens } from './session.ts';

/** A session that is about to be written. */
export interface NewSession {
  readonly id: string;
  readonly refreshToken: string;
  readonly method: AuthenticationMethod;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The rows of session, token and method; `last_sign_in_at` of the user is the caller's to set. */
  readonly writes: readonly Sql[];
}

/** A new session of a user: ids and tokens are made here, the writes go along with the caller's. */
export function newSession(
  core: AuthCore,
  context: RequestContext,
  userId: string,
  method: AuthenticationMethod,
): NewSession {
  const now = core.clock.now();
  const at = isoDate(now);
  const id = core.random.uuid();
  const refreshToken = newRefreshToken(core.random);
  return {
    id,
    refreshToken,
    method,
    now,
    writes: [
      sql`insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
        values (${id}, ${userId}, ${at}, ${at}, 'aal1', ${context.userAgent ?? null}, ${inet(context)})`,
      insertRefreshToken(refreshToken, userId, id, null, now),
      sql`insert into auth.mfa_amr_claims
          (id, session_id, created_at, updated_at, authentication_method)
        values (${core.random.uuid()}, ${id}, ${at}, ${at}, ${method})`,
    ],
  };
}

/** The tokens of a new session, for the user as it stands after the writes. */
export async function tokensOf(
  core: AuthCore,
  context: RequestContext,
  session: NewSession,
  user: User,
): Promise<Tokens> {
  const access = await makeAccessToken(core, {
    user,
    sessionId: session.id,
    aal: 'aal1',
    amr: [{ method: session.method, timestamp: Math.floor(session.now / 1000) }],
    authUrl: context.authUrl,
    now: session.now,
  });
  return { access, refreshToken: session.refreshToken, sessionId: session.id, user };
}

/** One refresh token of a session; `parent` is the one it was exchanged for. */
export function insertRefreshToken(
  token: string,
  userId: string,
  sessionId: string,
  parent: string | null,
  now: number,
): Sql {
  const at = isoDate(now);
  return sql`insert into auth.refresh_tokens
      (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (${nilUuid}, ${token}, ${userId}, false, ${at}, ${at},
      ${parent}, ${sessionId})`;
}

/** The client's address where it is one that Postgres knows. */
export function inet({ address }: Pick<RequestContext, 'address'>): string | null {
  const [withoutZone = ''] = address.split('%', 1);
  return isIP(withoutZone) === 0 ? null : withoutZone;
}
