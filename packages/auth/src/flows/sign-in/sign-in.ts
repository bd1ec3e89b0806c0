import type { AuthCore } from '../../base/core.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { isoDate } from '../../base/time.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { type WeakPassword, weaknessOf } from '../../passwords/strength.ts';
import { newSession, tokensOf } from '../../sessions/open-session.ts';
import type { AuthenticationMethod, Tokens } from '../../sessions/session.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { findUserByEmail } from '../../users/find-user.ts';
import { isBanned, isConfirmed, type User } from '../../users/user.ts';
import { updateUser } from '../../users/write-user.ts';
import { attempt } from '../steps/attempt.ts';

/** A session, and what is wrong with a password that still let its user in. */
export interface SignedIn {
  readonly tokens: Tokens;
  readonly weakPassword: WeakPassword | undefined;
}

/**
 * Signs in with address and password: two round trips. An unknown user, one without a password and a wrong
 * password take the same time and the same answer.
 */
export async function signInWithPassword(
  core: AuthCore,
  context: RequestContext,
  email: string,
  password: string,
): Promise<SignedIn> {
  const user = await attempt('Database error querying schema', () =>
    findUserByEmail(core.database, email.toLowerCase(), context.audience),
  );
  const right = await core.passwords.verify(password, user?.encrypted_password);
  if (!right || user === undefined) throw authError('invalid_credentials');
  if (isBanned(user, core.clock.now())) throw authError('user_banned', { status: 400 });
  if (!isConfirmed(user)) throw authError('email_not_confirmed');
  const rehashed = core.passwords.isOutdated(user.encrypted_password ?? '')
    ? await core.passwords.hash(password)
    : undefined;
  return {
    tokens: await openSession(core, context, user, 'password', rehashed),
    weakPassword: weaknessOf(password, core.policy.passwords),
  };
}

/** Opens a session of a user who is known by now; one statement. */
async function openSession(
  core: AuthCore,
  context: RequestContext,
  user: User,
  method: AuthenticationMethod,
  passwordHash: string | undefined,
): Promise<Tokens> {
  const session = newSession(core, context, user.id, method);
  const at = isoDate(session.now);
  const patch = {
    last_sign_in_at: at,
    ...(passwordHash !== undefined && { encrypted_password: passwordHash }),
  };
  await attempt('Database error granting user', () =>
    core.database.query(
      inOneStatement([
        updateUser(user.id, patch, session.now),
        auditEntry(core, context, actorOf(user), 'login', { provider: 'email' }),
        ...session.writes,
      ]),
    ),
  );
  const signedIn = at.toISOString();
  return tokensOf(core, context, session, {
    ...user,
    last_sign_in_at: signedIn,
    updated_at: signedIn,
  });
}
