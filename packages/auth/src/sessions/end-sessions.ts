import { type Sql, sql } from '@plinth/postgres';

/** Ends every session of a user. */
export function endSessions(userId: string): Sql {
  return sql`delete from auth.sessions where user_id = ${userId}`;
}

/** Ends one session; its refresh tokens go with it. */
export function endSession(sessionId: string): Sql {
  return sql`delete from auth.sessions where id = ${sessionId}`;
}

/** Ends every session of a user but one. */
export function endOtherSessions(userId: string, sessionId: string): Sql {
  return sql`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`;
}
