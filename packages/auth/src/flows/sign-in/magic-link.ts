import type { JsonObject } from '@plinth/kernel';
import type { AuthCore } from '../../base/core.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { type CodeChallenge, flowOf } from '../../otp/challenge.ts';
import { insertFlowState } from '../../otp/flow-state.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { findUserByEmail } from '../../users/find-user.ts';
import { isConfirmed, type User } from '../../users/user.ts';
import { updateUser } from '../../users/write-user.ts';
import { mailSteps } from '../steps/mail-step.ts';
import { inMailTransaction } from '../steps/transactions.ts';
import { signUp } from './sign-up.ts';

/** A checked request for a link and a code. */
export interface MagicLink {
  readonly email: string;
  readonly metadata: JsonObject;
  readonly challenge: CodeChallenge | undefined;
}

/**
 * Mails a link and a code to sign in with. Whoever has no account, or has not confirmed it, gets the mail
 * of a sign-up, whose link signs in too.
 */
export async function sendMagicLink(
  core: AuthCore,
  context: RequestContext,
  input: MagicLink,
): Promise<void> {
  const user = await findUserByEmail(core.database, input.email, context.audience);
  if (user !== undefined && isConfirmed(user)) {
    await mailLink(core, context, user, input.challenge);
    return;
  }
  if (!core.policy.signUp) throw authError('signup_disabled');
  const result = await signUp(core, context, input);
  // The account is open at once, but its owner still has to get in.
  if (result.kind === 'session') await mailLink(core, context, result.tokens.user, input.challenge);
}

function mailLink(
  core: AuthCore,
  context: RequestContext,
  user: User,
  challenge: CodeChallenge | undefined,
): Promise<void> {
  return inMailTransaction(core, async (tx) => {
    const step = mailSteps.magicLink(core, context, user, flowOf(challenge));
    await tx.query(
      inOneStatement([
        updateUser(user.id, step.patch, core.clock.now()),
        ...step.writes,
        auditEntry(core, context, actorOf(user), 'user_recovery_requested'),
        ...(challenge === undefined
          ? []
          : [insertFlowState(core, user.id, 'magiclink', 'magiclink', challenge)]),
      ]),
    );
    await step.send();
  });
}
