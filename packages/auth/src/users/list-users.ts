import { raw, type Sql, sql } from '@plinth/postgres';
import type { Queryable } from '../base/queryable.ts';
import type { User } from './user.ts';
import { bareUserJson } from './user-columns.ts';

/** One page of a list. */
export interface Page {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Users of a page, newest first unless `ascending`, and how many there are in all. */
export interface UserPage {
  readonly users: readonly User[];
  readonly total: number;
}

/** Users of an audience; `filter` is looked for in addresses and full names. */
export async function listUsers(
  db: Queryable,
  audience: string,
  { page, perPage }: Page,
  filter: string,
  ascending: boolean,
): Promise<UserPage> {
  const wanted = matching(audience, filter);
  const order = raw(ascending ? 'asc' : 'desc');
  const rows = await db.query<{ user: User }>(
    sql`select ${bareUserJson} as user from auth.users u where ${wanted}
      order by u.created_at ${order}, u.id ${order}
      limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  const [counted] = await db.query<{ total: string }>(
    sql`select count(*) as total from auth.users u where ${wanted}`,
  );
  return { users: rows.map(({ user }) => user), total: Number(counted?.total ?? 0) };
}

function matching(audience: string, filter: string): Sql {
  if (filter === '') return sql`u.aud = ${audience}`;
  const pattern = `%${filter}%`;
  return sql`u.aud = ${audience}
    and (u.email like ${pattern} or u.raw_user_meta_data ->> 'full_name' ilike ${pattern})`;
}
