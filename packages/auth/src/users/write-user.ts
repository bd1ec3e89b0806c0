import type { JsonObject } from '@plinth/kernel';
import { ident, join, json, type Sql, type SqlValue, sql } from '@plinth/postgres';
import { isoDate } from '../base/time.ts';
import { nilUuid } from '../input/uuid.ts';

/** What a new row of auth.users holds; the rest has its default. */
export interface NewUser {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly userMetadata: JsonObject;
  readonly appMetadata: JsonObject;
  readonly anonymous?: boolean;
}

/** Columns to change; those left out stay. Metadata is written whole: merge it first. */
export interface UserPatch {
  readonly role?: string;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly encrypted_password?: string | null;
  readonly email_confirmed_at?: Date | null;
  readonly phone_confirmed_at?: Date | null;
  readonly invited_at?: Date | null;
  readonly confirmation_token?: string;
  readonly confirmation_sent_at?: Date | null;
  readonly recovery_token?: string;
  readonly recovery_sent_at?: Date | null;
  readonly email_change?: string;
  readonly email_change_token_new?: string;
  readonly email_change_token_current?: string;
  readonly email_change_sent_at?: Date | null;
  readonly email_change_confirm_status?: number;
  readonly phone_change?: string;
  readonly phone_change_token?: string;
  readonly phone_change_sent_at?: Date | null;
  readonly reauthentication_token?: string;
  readonly reauthentication_sent_at?: Date | null;
  readonly last_sign_in_at?: Date;
  readonly raw_app_meta_data?: JsonObject;
  readonly raw_user_meta_data?: JsonObject;
  readonly is_anonymous?: boolean;
  readonly banned_until?: Date | null;
  readonly deleted_at?: Date | null;
}

/** Inserts a user. Triggers of the application run in it and may raise. */
export function insertUser(user: NewUser, now: number): Sql {
  const at = isoDate(now);
  return sql`insert into auth.users (
      instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data,
      raw_user_meta_data, is_anonymous, created_at, updated_at, confirmation_token, recovery_token,
      email_change, email_change_token_new)
    values (
      ${nilUuid}, ${user.id}, ${user.aud}, ${user.role}, ${user.email ?? null}, ${user.phone ?? null},
      ${user.passwordHash ?? ''}, ${json(user.appMetadata)}, ${json(user.userMetadata)},
      ${user.anonymous ?? false}, ${at}, ${at}, '', '', '', '')`;
}

/** Changes columns of a user; `updated_at` follows. */
export function updateUser(id: string, patch: UserPatch, now: number): Sql {
  const assignments = Object.entries({ ...patch, updated_at: isoDate(now) }).map(
    ([column, value]) => sql`${ident(column)} = ${toSqlValue(value)}`,
  );
  return sql`update auth.users set ${join(assignments)} where id = ${id}`;
}

function toSqlValue(value: UserPatch[keyof UserPatch]): SqlValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'object' && !(value instanceof Date)) return json(value);
  return value;
}
