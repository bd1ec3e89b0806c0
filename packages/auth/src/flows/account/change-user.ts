import type { JsonObject } from '@plinth/kernel';
import { PostgresError, type Sql } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { databaseFailure } from '../../base/database-failure.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { type CodeChallenge, flowOf } from '../../otp/challenge.ts';
import { insertFlowState } from '../../otp/flow-state.ts';
import { clearTokens } from '../../otp/one-time-tokens.ts';
import type { Authenticated } from '../../sessions/authenticate.ts';
import { endOtherSessions, endSessions } from '../../sessions/end-sessions.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { lockUser } from '../../users/find-user.ts';
import { mergeMetadata } from '../../users/metadata.ts';
import type { User } from '../../users/user.ts';
import { type UserPatch, updateUser } from '../../users/write-user.ts';
import { emailChangeStep } from '../steps/email-change-step.ts';
import type { MailStep } from '../steps/mail-step.ts';
import { reloadUser } from '../steps/new-user.ts';
import { inMailTransaction, inTransaction } from '../steps/transactions.ts';
import { emailChange } from '../verify/email-change.ts';

/** A checked change of one's own account; the password is hashed already. */
export interface UserChange {
  readonly passwordHash: string | undefined;
  /** A new address that no other user has. */
  readonly email: string | undefined;
  readonly metadata: JsonObject | undefined;
  readonly challenge: CodeChallenge | undefined;
}

interface Part {
  readonly patch: UserPatch;
  readonly writes: readonly Sql[];
}

/** Changes a signed-in user; a new address waits for its confirmation. */
export async function changeUser(
  core: AuthCore,
  context: RequestContext,
  authenticated: Authenticated,
  change: UserChange,
): Promise<User> {
  const run = change.email === undefined ? inTransaction : inMailTransaction;
  const { session } = authenticated;
  return run(core, async (tx) => {
    // As it is now: another request may have changed the metadata that is merged here.
    const user = await lockUser(tx, authenticated.user.id);
    if (user === undefined) throw authError('user_not_found', { status: 403 });
    const password = passwordPart(core, context, user, session?.id, change.passwordHash);
    const address = addressPart(core, context, user, change);
    const metadata =
      change.metadata === undefined
        ? user.raw_user_meta_data
        : mergeMetadata(user.raw_user_meta_data, change.metadata);
    const patch: UserPatch = {
      ...password.patch,
      ...(change.metadata !== undefined && metadata !== null && { raw_user_meta_data: metadata }),
      ...address.patch,
    };
    try {
      // Void tokens first: the mails of a change of address bring new ones.
      if (password.writes.length > 0) await tx.query(inOneStatement(password.writes));
      await tx.query(
        inOneStatement([
          updateUser(user.id, patch, core.clock.now()),
          ...address.writes,
          auditEntry(core, context, actorOf(user), 'user_modified'),
        ]),
      );
    } catch (error) {
      if (error instanceof PostgresError && error.constraint === 'users_email_partial_key') {
        throw authError('email_exists', { cause: error });
      }
      throw databaseFailure('Error updating user', error);
    }
    await address.send();
    return reloadUser(tx, user.id);
  });
}

/** A new password voids what was asked for with the old one, and ends the other sessions. */
function passwordPart(
  core: AuthCore,
  context: RequestContext,
  user: User,
  sessionId: string | undefined,
  passwordHash: string | undefined,
): Part {
  if (passwordHash === undefined) return { patch: {}, writes: [] };
  return {
    patch: { encrypted_password: passwordHash, ...voidTokens },
    writes: [
      clearTokens(user.id),
      sessionId === undefined ? endSessions(user.id) : endOtherSessions(user.id, sessionId),
      auditEntry(core, context, actorOf(user), 'user_updated_password'),
    ],
  };
}

/** Columns of the pending codes, empty. */
export const voidTokens: UserPatch = {
  confirmation_token: '',
  confirmation_sent_at: null,
  recovery_token: '',
  recovery_sent_at: null,
  email_change_token_current: '',
  email_change_token_new: '',
  email_change_sent_at: null,
  phone_change_token: '',
  phone_change_sent_at: null,
  reauthentication_token: '',
  reauthentication_sent_at: null,
};

function addressPart(
  core: AuthCore,
  context: RequestContext,
  user: User,
  { email, challenge }: UserChange,
): MailStep {
  if (email === undefined) return { patch: {}, writes: [], send: async () => {} };
  if (user.is_anonymous && core.policy.email.autoconfirm) {
    // An anonymous user who gives an address is like a newcomer who signs up.
    const part = emailChange(core, context, { ...user, email_change: email });
    return { patch: part.patch, writes: part.writes, send: async () => {} };
  }
  const step = emailChangeStep(core, context, user, email, flowOf(challenge));
  if (challenge === undefined) return step;
  const flow = insertFlowState(core, user.id, 'email_change', 'email_change', challenge);
  return { ...step, writes: [...step.writes, flow] };
}
