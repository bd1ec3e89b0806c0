import { createHash } from 'node:crypto';
import { type Sql, sql } from '@plinth/postgres';
import { isoDate } from '../base/time.ts';
import { clearTokens } from '../otp/one-time-tokens.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import type { User } from './user.ts';
import { updateUser } from './write-user.ts';

/** A value that cannot be read any more, but tells whether another one was the same. */
function obscure(id: string, value: string): string {
  return createHash('sha256').update(id).update(value).digest('base64url');
}

/**
 * Takes everything personal out of a user and leaves the row, to which others refer. The address can be
 * registered again.
 */
export function softDelete(user: User, now: number): readonly Sql[] {
  const { id } = user;
  return [
    updateUser(
      id,
      {
        email: obscure(id, user.email ?? ''),
        phone: obscure(id, user.phone ?? '').slice(0, 15),
        email_change: obscure(id, user.email_change ?? ''),
        phone_change: obscure(id, user.phone_change ?? '').slice(0, 15),
        encrypted_password: null,
        confirmation_token: '',
        recovery_token: '',
        email_change_token_current: '',
        email_change_token_new: '',
        phone_change_token: '',
        raw_user_meta_data: {},
        raw_app_meta_data: {},
        deleted_at: isoDate(now),
      },
      now,
    ),
    ...user.identities.map(
      (
        identity,
      ) => sql`update auth.identities set identity_data = '{}', updated_at = ${isoDate(now)},
          provider_id = ${obscure(id, `${identity.provider}:${identity.provider_id}`)}
        where id = ${identity.id}`,
    ),
    clearTokens(id),
    endSessions(id),
    sql`delete from auth.mfa_factors where user_id = ${id}`,
    sql`delete from auth.webauthn_credentials where user_id = ${id}`,
  ];
}
