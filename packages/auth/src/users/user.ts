import type { JsonObject } from '@plinth/kernel';

/** A row of auth.users with its identities and factors. Times are ISO 8601 in UTC. */
export interface User {
  readonly id: string;
  readonly aud: string | null;
  readonly role: string | null;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: string | null;
  readonly invited_at: string | null;
  readonly phone: string | null;
  readonly phone_confirmed_at: string | null;
  readonly confirmation_token: string | null;
  readonly confirmation_sent_at: string | null;
  readonly confirmed_at: string | null;
  readonly recovery_token: string | null;
  readonly recovery_sent_at: string | null;
  readonly email_change: string | null;
  readonly email_change_token_new: string | null;
  readonly email_change_token_current: string | null;
  readonly email_change_sent_at: string | null;
  readonly email_change_confirm_status: number | null;
  readonly phone_change: string | null;
  readonly phone_change_sent_at: string | null;
  readonly reauthentication_token: string | null;
  readonly reauthentication_sent_at: string | null;
  readonly last_sign_in_at: string | null;
  readonly raw_app_meta_data: JsonObject | null;
  readonly raw_user_meta_data: JsonObject | null;
  readonly is_sso_user: boolean;
  readonly is_anonymous: boolean;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly banned_until: string | null;
  readonly deleted_at: string | null;
  readonly identities: readonly Identity[];
  readonly factors: readonly Factor[];
}

/** A row of auth.identities: one way in which a user signs in. */
export interface Identity {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: JsonObject | null;
  readonly provider: string;
  readonly last_sign_in_at: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly email: string | null;
}

/** A row of auth.mfa_factors, without its secret. */
export interface Factor {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status: 'unverified' | 'verified';
  readonly friendly_name: string | null;
  readonly factor_type: 'totp' | 'webauthn' | 'phone';
  readonly phone: string | null;
  readonly last_challenged_at: string | null;
}

/** True once the user has proven the address. */
export function isConfirmed(user: User): boolean {
  return user.email_confirmed_at !== null;
}

/** True while a ban lasts; `now` in milliseconds since 1970. */
export function isBanned(user: User, now: number): boolean {
  return user.banned_until !== null && now < Date.parse(user.banned_until);
}

/** True where the user can sign in with a password. */
export function hasPassword(user: User): boolean {
  return user.encrypted_password !== null && user.encrypted_password !== '';
}

/** True where the user has a second factor in use. */
export function hasVerifiedFactor(user: User): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}
