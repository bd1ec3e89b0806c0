import type { AuthCore } from '../../base/core.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { type CodeChallenge, flowOf } from '../../otp/challenge.ts';
import { insertFlowState } from '../../otp/flow-state.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { findUserByEmail } from '../../users/find-user.ts';
import { updateUser } from '../../users/write-user.ts';
import { mailSteps } from '../steps/mail-step.ts';
import { inMailTransaction } from '../steps/transactions.ts';

/** Mails a link and a code to choose a new password. An unknown address gets the same answer, no mail. */
export async function sendRecovery(
  core: AuthCore,
  context: RequestContext,
  email: string,
  challenge: CodeChallenge | undefined,
): Promise<void> {
  const user = await findUserByEmail(core.database, email, context.audience);
  if (user === undefined) return;
  await inMailTransaction(core, async (tx) => {
    const step = mailSteps.recovery(core, context, user, flowOf(challenge));
    await tx.query(
      inOneStatement([
        updateUser(user.id, step.patch, core.clock.now()),
        ...step.writes,
        auditEntry(core, context, actorOf(user), 'user_recovery_requested'),
        ...(challenge === undefined
          ? []
          : [insertFlowState(core, user.id, 'recovery', 'recovery', challenge)]),
      ]),
    );
    await step.send();
  });
}
