import type { JsonObject } from '@plinth/kernel';
import { PostgresError, type Sql, type Transaction } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { isoDate } from '../../base/time.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { type CodeChallenge, flowOf } from '../../otp/challenge.ts';
import { insertFlowState } from '../../otp/flow-state.ts';
import { clearTokens } from '../../otp/one-time-tokens.ts';
import { newSession, tokensOf } from '../../sessions/open-session.ts';
import type { Tokens } from '../../sessions/session.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { findUserOfEmail } from '../../users/find-user.ts';
import { insertIdentity, ownIdentityData } from '../../users/identities.ts';
import { isConfirmed, type User } from '../../users/user.ts';
import { updateUser } from '../../users/write-user.ts';
import { attempt } from '../steps/attempt.ts';
import { mailSteps } from '../steps/mail-step.ts';
import { type FreshUser, insertAccount, reloadUser } from '../steps/new-user.ts';
import { inMailTransaction, inTransaction } from '../steps/transactions.ts';

/** A checked request to create an account. */
export interface SignUp {
  readonly email: string;
  /** Absent where the account begins with a link. */
  readonly password?: string;
  readonly metadata: JsonObject;
  readonly challenge: CodeChallenge | undefined;
}

/** How a sign-up ended: signed in, waiting for a confirmation, or for somebody who has an account. */
export type SignUpResult =
  | { readonly kind: 'session'; readonly tokens: Tokens }
  | { readonly kind: 'pending'; readonly user: User }
  | { readonly kind: 'known' };

/** Creates an account with an address. Throws what `POST /signup` answers. */
export async function signUp(
  core: AuthCore,
  context: RequestContext,
  input: SignUp,
): Promise<SignUpResult> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await signUpOnce(core, context, input);
    } catch (error) {
      // Two sign-ups of one address at the same moment: the second one is a repeated one.
      if (attempts > 1 || !isTakenAddress(error)) throw error;
    }
  }
}

async function signUpOnce(
  core: AuthCore,
  context: RequestContext,
  input: SignUp,
): Promise<SignUpResult> {
  const known = await findUserOfEmail(core.database, input.email, context.audience);
  if (known !== undefined) {
    return isConfirmed(known)
      ? repeated(core, context, known)
      : confirmAgain(core, context, input, known);
  }
  const passwordHash =
    input.password === undefined ? undefined : await core.passwords.hash(input.password);
  return core.policy.email.autoconfirm
    ? createConfirmed(core, context, input, passwordHash)
    : createPending(core, context, input, passwordHash);
}

/** Whoever has the address already is not told apart from a newcomer, unless accounts open at once. */
async function repeated(
  core: AuthCore,
  context: RequestContext,
  user: User,
): Promise<SignUpResult> {
  const traits = { provider: 'email' };
  await core.database.query(
    auditEntry(core, context, actorOf(user), 'user_repeated_signup', traits),
  );
  if (core.policy.email.autoconfirm) throw authError('user_already_exists');
  return { kind: 'known' };
}

/** Somebody signed up and did not confirm: another mail. Who asks now may be another; nothing else changes. */
function confirmAgain(
  core: AuthCore,
  context: RequestContext,
  input: SignUp,
  user: User,
): Promise<SignUpResult> {
  return inMailTransaction(core, async (tx) => {
    if (core.policy.email.autoconfirm)
      return confirmNow(core, context, tx, user, [clearTokens(user.id)]);
    const step = mailSteps.confirmation(
      core,
      context,
      user,
      user.confirmation_sent_at,
      flowOf(input.challenge),
    );
    await tx.query(
      inOneStatement([
        updateUser(user.id, step.patch, core.clock.now()),
        ...step.writes,
        ...pendingWrites(core, context, input, user),
      ]),
    );
    await step.send();
    return { kind: 'pending', user: await reloadUser(tx, user.id) };
  });
}

async function createPending(
  core: AuthCore,
  context: RequestContext,
  input: SignUp,
  passwordHash: string | undefined,
): Promise<SignUpResult> {
  return inMailTransaction(core, async (tx) => {
    const user = await insertSignedUp(core, context, tx, input, passwordHash);
    const data = user.raw_user_meta_data ?? {};
    const step = mailSteps.confirmation(core, context, user, null, flowOf(input.challenge));
    const now = core.clock.now();
    await attempt('Database error updating user', () =>
      tx.query(
        inOneStatement([
          updateUser(user.id, { ...step.patch, raw_user_meta_data: data }, now),
          insertIdentity(core.random.uuid(), user.id, 'email', data, now),
          ...step.writes,
          ...pendingWrites(core, context, input, user),
        ]),
      ),
    );
    await step.send();
    return { kind: 'pending', user: await reloadUser(tx, user.id) };
  });
}

function createConfirmed(
  core: AuthCore,
  context: RequestContext,
  input: SignUp,
  passwordHash: string | undefined,
): Promise<SignUpResult> {
  return inTransaction(core, async (tx) => {
    const user = await insertSignedUp(core, context, tx, input, passwordHash);
    const data = user.raw_user_meta_data ?? {};
    const identity = core.random.uuid();
    return confirmNow(core, context, tx, user, [
      insertIdentity(identity, user.id, 'email', data, core.clock.now()),
    ]);
  });
}

/** Confirms the address without a mail and signs in. */
async function confirmNow(
  core: AuthCore,
  context: RequestContext,
  tx: Transaction,
  user: FreshUser,
  writes: readonly Sql[],
): Promise<SignUpResult> {
  const session = newSession(core, context, user.id, 'password');
  const at = isoDate(session.now);
  const traits = { provider: 'email' };
  const patch = {
    email_confirmed_at: at,
    last_sign_in_at: at,
    confirmation_token: '',
    raw_user_meta_data: { ...user.raw_user_meta_data, email_verified: true },
  };
  await attempt('Database error updating user', () =>
    tx.query(
      inOneStatement([
        updateUser(user.id, patch, session.now),
        ...writes,
        auditEntry(core, context, actorOf(user), 'user_signedup', traits),
        auditEntry(core, context, actorOf(user), 'login', traits),
        ...session.writes,
      ]),
    ),
  );
  const stored = await reloadUser(tx, user.id);
  return { kind: 'session', tokens: await tokensOf(core, context, session, stored) };
}

/**
 * The row of the user. Triggers of the application see the data that was sent; then the identity's data
 * becomes the metadata, so that nobody's own `email_verified` is believed.
 */
async function insertSignedUp(
  core: AuthCore,
  context: RequestContext,
  tx: Transaction,
  { email, metadata }: SignUp,
  passwordHash: string | undefined,
): Promise<FreshUser> {
  const user = await insertAccount(core, tx, {
    aud: context.audience,
    email,
    passwordHash,
    userMetadata: metadata,
  });
  const own = ownIdentityData({ sub: user.id, email });
  return { ...user, raw_user_meta_data: { ...metadata, ...own } };
}

function pendingWrites(
  core: AuthCore,
  context: RequestContext,
  { challenge }: SignUp,
  user: FreshUser,
): readonly Sql[] {
  const traits = { provider: 'email' };
  const audit = auditEntry(core, context, actorOf(user), 'user_confirmation_requested', traits);
  return challenge === undefined
    ? [audit]
    : [audit, insertFlowState(core, user.id, 'email/signup', 'email', challenge)];
}

function isTakenAddress(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof PostgresError && cause.constraint === 'users_email_partial_key';
}
