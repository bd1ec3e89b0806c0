import type { Transaction } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { authError } from '../../errors.ts';
import { hashCode, isHashOf, pkcePrefix } from '../../otp/code.ts';
import { findToken, type TokenType } from '../../otp/one-time-tokens.ts';
import { lockUser, lockUserByEmail } from '../../users/find-user.ts';
import { isBanned, type User } from '../../users/user.ts';
import {
  type RedeemedType,
  redeemedType,
  tokenTypesOf,
  type VerificationType,
} from './verification-type.ts';

/** A code or link that is good, and its user, whose row is locked: nobody can use it a second time. */
export interface Redeemed {
  readonly user: User;
  readonly type: RedeemedType;
  readonly token: TokenType;
}

const badLink = 'Email link is invalid or has expired';

/** Redeems the hash of a code, as links carry it. Throws `otp_expired` or `user_banned`. */
export async function redeemHash(
  core: AuthCore,
  tx: Transaction,
  type: VerificationType,
  hash: string,
): Promise<Redeemed> {
  const found = await findToken(tx, [hash], tokenTypesOf(type));
  const user = found === undefined ? undefined : await lockUser(tx, found.userId);
  if (found === undefined || user === undefined) {
    throw authError('otp_expired', { message: badLink });
  }
  assertNotBanned(core, user);
  // Whoever had the lock before may have used the token up.
  if (user[found.type] !== hash || isExpired(core, sentAt(user, found.type))) {
    throw authError('otp_expired', { message: badLink });
  }
  return { user, type: redeemedType(type, found.type), token: found.type };
}

/** Redeems a code that somebody typed in. Throws `otp_expired` or `user_banned`. */
export async function redeemCode(
  core: AuthCore,
  tx: Transaction,
  type: VerificationType,
  email: string,
  code: string,
  audience: string,
): Promise<Redeemed> {
  const hash = hashCode(email, code);
  const user =
    type === 'email_change'
      ? await lockUserOfChange(tx, hash)
      : await lockUserByEmail(tx, email, audience);
  if (user === undefined) throw authError('otp_expired');
  assertNotBanned(core, user);
  if (core.codeAttempts.isExhausted(user.id)) throw authError('otp_expired');
  const token = tokenTypesOf(type).find(
    (each) => isHashOf(hash, user[each]) && !isExpired(core, sentAt(user, each)),
  );
  if (token === undefined) {
    core.codeAttempts.countFailure(user.id);
    throw authError('otp_expired');
  }
  core.codeAttempts.forget(user.id);
  return { user, type: redeemedType(type, token), token };
}

/** A change of address has two addresses, so its user is found by the code. */
async function lockUserOfChange(tx: Transaction, hash: string): Promise<User | undefined> {
  const found = await findToken(tx, [hash, pkcePrefix + hash], tokenTypesOf('email_change'));
  return found === undefined ? undefined : lockUser(tx, found.userId);
}

function sentAt(user: User, token: TokenType): string | null {
  if (token === 'confirmation_token') return user.confirmation_sent_at;
  if (token === 'recovery_token') return user.recovery_sent_at;
  if (token === 'reauthentication_token') return user.reauthentication_sent_at;
  return user.email_change_sent_at;
}

/** True for a code that was never sent, or too long ago. */
export function isExpired(core: AuthCore, sent: string | null): boolean {
  if (sent === null) return true;
  return core.clock.now() > Date.parse(sent) + core.policy.email.otpLife * 1000;
}

function assertNotBanned(core: AuthCore, user: User): void {
  if (isBanned(user, core.clock.now())) throw authError('user_banned');
}
