import type { AuthCore } from '../../base/core.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { hashCode, isHashOf } from '../../otp/code.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { isConfirmed, type User } from '../../users/user.ts';
import { updateUser } from '../../users/write-user.ts';
import { mailSteps } from '../steps/mail-step.ts';
import { inMailTransaction } from '../steps/transactions.ts';
import { isExpired } from '../verify/redeem.ts';

/** Mails a code by which a signed-in user shows to be there. */
export async function sendReauthentication(
  core: AuthCore,
  context: RequestContext,
  user: User,
): Promise<void> {
  if ((user.email ?? '') === '') {
    throw authError('validation_failed', {
      message: 'Reauthentication requires the user to have an email or a phone number',
    });
  }
  if (!isConfirmed(user)) {
    throw authError('email_not_confirmed', {
      status: 422,
      message: 'Please verify your email first.',
    });
  }
  await inMailTransaction(core, async (tx) => {
    const step = mailSteps.reauthentication(core, context, user);
    await tx.query(
      inOneStatement([
        updateUser(user.id, step.patch, core.clock.now()),
        ...step.writes,
        auditEntry(core, context, actorOf(user), 'user_reauthenticate_requested'),
      ]),
    );
    await step.send();
  });
}

/** Throws `reauthentication_not_valid` unless the nonce is the code that was mailed last. */
export function assertReauthenticated(core: AuthCore, user: User, nonce: string): void {
  const hash = hashCode(user.email ?? '', nonce);
  const fresh = !isExpired(core, user.reauthentication_sent_at);
  const exhausted = core.codeAttempts.isExhausted(user.id);
  if (fresh && !exhausted && isHashOf(hash, user.reauthentication_token)) return;
  core.codeAttempts.countFailure(user.id);
  throw authError('reauthentication_not_valid');
}
