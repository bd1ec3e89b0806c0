import type { AuthCore } from '../../base/core.ts';
import { authError } from '../../errors.ts';
import { assertStrongPassword } from '../../passwords/strength.ts';
import type { Authenticated } from '../../sessions/authenticate.ts';
import type { Session } from '../../sessions/session.ts';
import { hasPassword } from '../../users/user.ts';
import { assertReauthenticated } from './reauthenticate.ts';

/** A signed-in user's wish for a new password. */
export interface NewPassword {
  readonly password: string;
  /** Code that was mailed for it. */
  readonly nonce: string;
  readonly currentPassword: string;
}

/** For how long a sign-in proves that it is the user, in milliseconds. */
const freshSession = 24 * 3600 * 1000;

/** The hash of a new password, after every question that the project asks. */
export async function hashNewPassword(
  core: AuthCore,
  { user, session }: Authenticated,
  wish: NewPassword,
): Promise<string> {
  assertStrongPassword(wish.password, core.policy.passwords);
  if (core.policy.email.securePasswordChange && !isFresh(core, session)) {
    if (wish.nonce === '') throw authError('reauthentication_needed');
    assertReauthenticated(core, user, wish.nonce);
  }
  if (hasPassword(user)) {
    if (core.policy.email.requireCurrentPassword && !isRecovery(session)) {
      if (wish.currentPassword === '') throw authError('current_password_required');
      const right = await core.passwords.verify(wish.currentPassword, user.encrypted_password);
      if (!right) throw authError('current_password_invalid');
    }
    if (await core.passwords.verify(wish.password, user.encrypted_password)) {
      throw authError('same_password');
    }
  }
  return core.passwords.hash(wish.password);
}

function isFresh(core: AuthCore, session: Session | undefined): boolean {
  const createdAt = session?.created_at;
  if (createdAt === null || createdAt === undefined) return false;
  return core.clock.now() <= Date.parse(createdAt) + freshSession;
}

/** Who came by a link of a mail may have forgotten the current password. */
function isRecovery(session: Session | undefined): boolean {
  const byMail = ['otp', 'magiclink', 'recovery'];
  return session?.amr.some(({ method }) => byMail.includes(method)) === true;
}
