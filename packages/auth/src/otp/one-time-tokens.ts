import { type Sql, sql } from '@plinth/postgres';
import type { AuthCore } from '../base/core.ts';
import type { Queryable } from '../base/queryable.ts';
import { isoDate } from '../base/time.ts';

/** What a one-time token is good for: the column of auth.users that holds it too. */
export type TokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current';

/** A one-time token that was found by its hash. */
export interface FoundToken {
  readonly userId: string;
  readonly type: TokenType;
}

/** Stores a token; a user has one of each type. */
export function putToken(
  core: AuthCore,
  userId: string,
  type: TokenType,
  relatesTo: string,
  hash: string,
): Sql {
  const at = isoDate(core.clock.now());
  const now = sql`${at}::timestamptz at time zone 'utc'`;
  return sql`insert into auth.one_time_tokens
      (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${core.random.uuid()}, ${userId}, ${type}, ${hash}, ${relatesTo.toLowerCase()}, ${now}, ${now})
    on conflict (user_id, token_type) do update set
      id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = excluded.created_at, updated_at = excluded.updated_at`;
}

/** Makes every pending code and link of a user void. */
export function clearTokens(userId: string): Sql {
  return sql`delete from auth.one_time_tokens where user_id = ${userId}`;
}

/** Makes one pending code of a user void. */
export function clearToken(userId: string, type: TokenType): Sql {
  return sql`delete from auth.one_time_tokens where user_id = ${userId} and token_type = ${type}`;
}

/** The token with one of some hashes, among some types. */
export async function findToken(
  db: Queryable,
  hashes: readonly string[],
  types: readonly TokenType[],
): Promise<FoundToken | undefined> {
  const [row] = await db.query<{ user_id: string; token_type: TokenType }>(
    sql`select user_id, token_type from auth.one_time_tokens
      where token_hash = any (${hashes}::text[]) and token_type = any (${types}::auth.one_time_token_type[]) limit 1`,
  );
  return row === undefined ? undefined : { userId: row.user_id, type: row.token_type };
}
