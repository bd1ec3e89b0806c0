import { raw, sql } from '@plinth/postgres';
import type { Queryable } from '../base/queryable.ts';
import type { User } from '../users/user.ts';
import { rowJson, userJson } from '../users/user-columns.ts';
import type { Session } from './session.ts';
import { sessionJson } from './session-columns.ts';

/** A refresh token with all that belongs to it. */
export interface RefreshState {
  readonly token: {
    /** Number of the row, as text. */
    readonly id: string;
    readonly token: string;
    readonly revoked: boolean;
    readonly updated_at: string | null;
  };
  readonly session: Session;
  readonly user: User;
}

const tokenJson = rowJson(
  't',
  ['token'],
  ['updated_at'],
  [raw(`'id', t.id::text`), raw(`'revoked', coalesce(t.revoked, false)`)],
);

/** The state of a token, locked until the transaction ends; undefined where another one has the lock. */
export async function lockRefreshState(
  db: Queryable,
  token: string,
): Promise<RefreshState | undefined> {
  const [row] = await db.query<RefreshState>(
    sql`select ${tokenJson} as token, ${sessionJson} as session, ${userJson} as user
      from auth.refresh_tokens t
      join auth.sessions s on s.id = t.session_id
      join auth.users u on u.id = s.user_id
      where t.token = ${token}
      for update of s, t skip locked`,
  );
  return row;
}

/** Why `lockRefreshState` found nothing. */
export async function findRefreshState(
  db: Queryable,
  token: string,
): Promise<'locked' | 'without session' | 'unknown'> {
  const [row] = await db.query<{ session_id: string | null }>(
    sql`select session_id from auth.refresh_tokens where token = ${token}`,
  );
  if (row === undefined) return 'unknown';
  return row.session_id === null ? 'without session' : 'locked';
}
