import { type Sql, sql } from '@plinth/postgres';
import type { Queryable } from '../base/queryable.ts';
import { nilUuid } from '../input/uuid.ts';
import type { User } from './user.ts';
import { userJson } from './user-columns.ts';

/** The user with an address among those who did not come from an identity provider. */
export function findUserByEmail(
  db: Queryable,
  email: string,
  audience: string,
): Promise<User | undefined> {
  return findOne(db, sql`${byEmail(email)} and u.aud = ${audience} and not u.is_sso_user`);
}

export function findUserByPhone(
  db: Queryable,
  phone: string,
  audience: string,
): Promise<User | undefined> {
  return findOne(db, sql`u.phone = ${phone} and u.aud = ${audience} and not u.is_sso_user`);
}

export function findUserById(db: Queryable, id: string): Promise<User | undefined> {
  return findOne(db, sql`u.id = ${id}`);
}

/** The user, whose row nobody else changes until the transaction ends. */
export function lockUser(db: Queryable, id: string): Promise<User | undefined> {
  return findOne(db, sql`u.id = ${id}`, sql`for no key update of u`);
}

/** The user with an address, locked. */
export function lockUserByEmail(
  db: Queryable,
  email: string,
  audience: string,
): Promise<User | undefined> {
  const condition = sql`${byEmail(email)} and u.aud = ${audience} and not u.is_sso_user`;
  return findOne(db, condition, sql`for no key update of u`);
}

/**
 * Another user than `except` whom the address would let in: by an identity (those of identity
 * providers do not count) or by the account itself.
 */
export async function findUserOfEmail(
  db: Queryable,
  email: string,
  audience: string,
  except: string = nilUuid,
): Promise<User | undefined> {
  return findOne(
    db,
    // One list of ids, so that Postgres looks users up by it instead of reading them all.
    sql`u.aud = ${audience} and u.id <> ${except}::uuid and u.id in (
      select i.user_id from auth.identities i
        where i.email = ${email} and i.provider not like 'sso:%'
      union all
      select u.id from auth.users u where ${byEmail(email)} and not u.is_sso_user)`,
  );
}

/** Users that SQL scripts made have no instance; the index asks for one. */
function byEmail(email: string): Sql {
  return sql`((u.instance_id = ${nilUuid} and lower(u.email) = ${email})
    or (u.instance_id is null and lower(u.email) = ${email}))`;
}

async function findOne(
  db: Queryable,
  condition: Sql,
  locking: Sql = sql``,
): Promise<User | undefined> {
  const [row] = await db.query<{ user: User }>(
    sql`select ${userJson} as user from auth.users u where ${condition} limit 1 ${locking}`,
  );
  return row?.user;
}
