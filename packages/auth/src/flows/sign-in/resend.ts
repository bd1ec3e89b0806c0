import type { AuthCore } from '../../base/core.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { type CodeChallenge, flowOf } from '../../otp/challenge.ts';
import { insertFlowState } from '../../otp/flow-state.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { findUserByEmail } from '../../users/find-user.ts';
import { isConfirmed, type User } from '../../users/user.ts';
import { updateUser } from '../../users/write-user.ts';
import { emailChangeStep } from '../steps/email-change-step.ts';
import { mailSteps } from '../steps/mail-step.ts';
import { inMailTransaction } from '../steps/transactions.ts';

/** Mails a confirmation once more. Where there is nothing to confirm, nothing happens. */
export async function resend(
  core: AuthCore,
  context: RequestContext,
  type: 'signup' | 'email_change',
  email: string,
  challenge: CodeChallenge | undefined,
): Promise<void> {
  const user = await findUserByEmail(core.database, email, context.audience);
  if (user === undefined) return;
  if (type === 'signup') {
    if (!isConfirmed(user)) await confirmAgain(core, context, user, challenge);
  } else if ((user.email_change ?? '') !== '') {
    await changeAgain(core, context, user, challenge);
  }
}

function confirmAgain(
  core: AuthCore,
  context: RequestContext,
  user: User,
  challenge: CodeChallenge | undefined,
): Promise<void> {
  return inMailTransaction(core, async (tx) => {
    const { confirmation_sent_at: lastSent } = user;
    const step = mailSteps.confirmation(core, context, user, lastSent, flowOf(challenge));
    await tx.query(
      inOneStatement([
        updateUser(user.id, step.patch, core.clock.now()),
        ...step.writes,
        auditEntry(core, context, actorOf(user), 'user_confirmation_requested'),
        ...(challenge === undefined
          ? []
          : [insertFlowState(core, user.id, 'email/signup', 'email/signup', challenge)]),
      ]),
    );
    await step.send();
  });
}

function changeAgain(
  core: AuthCore,
  context: RequestContext,
  user: User,
  challenge: CodeChallenge | undefined,
): Promise<void> {
  return inMailTransaction(core, async (tx) => {
    const newEmail = user.email_change ?? '';
    const step = emailChangeStep(core, context, user, newEmail, flowOf(challenge));
    await tx.query(
      inOneStatement([
        updateUser(user.id, step.patch, core.clock.now()),
        ...step.writes,
        ...(challenge === undefined
          ? []
          : [insertFlowState(core, user.id, 'email_change', 'email_change', challenge)]),
      ]),
    );
    await step.send();
  });
}
