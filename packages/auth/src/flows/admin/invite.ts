import type { JsonObject } from '@plinth/kernel';
import type { AuthCore } from '../../base/core.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { type AuditActor, auditEntry } from '../../users/audit/audit.ts';
import { findUserByEmail } from '../../users/find-user.ts';
import { insertIdentity, ownIdentityData } from '../../users/identities.ts';
import { isConfirmed, type User } from '../../users/user.ts';
import { updateUser } from '../../users/write-user.ts';
import { attempt } from '../steps/attempt.ts';
import { mailSteps } from '../steps/mail-step.ts';
import { type FreshUser, insertAccount, reloadUser } from '../steps/new-user.ts';
import { inMailTransaction } from '../steps/transactions.ts';

/** Makes an account for somebody else and mails the invitation; again for who has not accepted yet. */
export async function inviteUser(
  core: AuthCore,
  context: RequestContext,
  actor: AuditActor,
  email: string,
  metadata: JsonObject,
): Promise<User> {
  const known = await findUserByEmail(core.database, email, context.audience);
  if (known !== undefined && isConfirmed(known)) throw authError('email_exists');
  return inMailTransaction(core, async (tx) => {
    const user: FreshUser =
      known ??
      (await insertAccount(core, tx, { aud: context.audience, email, userMetadata: metadata }));
    const step = mailSteps.invite(core, context, user);
    const now = core.clock.now();
    const data = ownIdentityData({ sub: user.id, email });
    await attempt('Error inviting user', () =>
      tx.query(
        inOneStatement([
          updateUser(user.id, step.patch, now),
          ...(known === undefined
            ? [insertIdentity(core.random.uuid(), user.id, 'email', data, now)]
            : []),
          ...step.writes,
          auditEntry(core, context, actor, 'user_invited', {
            user_id: user.id,
            user_email: user.email ?? '',
          }),
        ]),
      ),
    );
    await step.send();
    return reloadUser(tx, user.id);
  });
}
