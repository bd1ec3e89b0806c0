import { PostgresError, type Transaction } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { databaseFailure } from '../../base/database-failure.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { isoDate } from '../../base/time.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { issueCode } from '../../otp/flow-state.ts';
import { newSession, tokensOf } from '../../sessions/open-session.ts';
import type { Tokens } from '../../sessions/session.ts';
import { type UserPatch, updateUser } from '../../users/write-user.ts';
import { reloadUser } from '../steps/new-user.ts';
import { inTransaction } from '../steps/transactions.ts';
import { type Completion, complete } from './complete.ts';
import type { Redeemed } from './redeem.ts';
import { flowMethod, type VerificationType } from './verification-type.ts';

/** How a verification ended. */
export type Verified =
  | { readonly kind: 'session'; readonly tokens: Tokens; readonly type: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'halfway' };

/** Finds what is to be verified; locks its user. */
export type Redeem = (tx: Transaction) => Promise<Redeemed>;

/** Verifies a code or link and signs its user in. */
export function verifyToSession(
  core: AuthCore,
  context: RequestContext,
  redeem: Redeem,
): Promise<Verified> {
  return inTransaction(core, async (tx) => {
    const redeemed = await redeem(tx);
    const completion = complete(core, context, redeemed);
    const { user } = redeemed;
    if (completion.halfway) {
      await write(core, tx, user.id, completion, {}, []);
      return { kind: 'halfway' };
    }
    const session = newSession(core, context, user.id, 'otp');
    const signedIn = { last_sign_in_at: isoDate(session.now) };
    await write(core, tx, user.id, completion, signedIn, session.writes);
    const tokens = await tokensOf(core, context, session, await reloadUser(tx, user.id));
    return { kind: 'session', tokens, type: redeemed.type };
  });
}

/** Verifies a link of a sign-in that ends in a code exchange: gives the code. */
export function verifyToCode(
  core: AuthCore,
  context: RequestContext,
  type: VerificationType,
  redeem: Redeem,
): Promise<Verified> {
  const method = flowMethod(type);
  return inTransaction(core, async (tx) => {
    const redeemed = await redeem(tx);
    const completion = complete(core, context, redeemed);
    await write(core, tx, redeemed.user.id, completion, {}, []);
    if (completion.halfway) return { kind: 'halfway' };
    const code = await issueCode(core, tx, redeemed.user.id, method);
    if (code === undefined) {
      throw authError('flow_state_not_found', {
        status: 400,
        message: 'No associated flow state found. No valid flow state found for user.',
      });
    }
    return { kind: 'code', code };
  });
}

async function write(
  core: AuthCore,
  tx: Transaction,
  userId: string,
  { patch, writes }: Completion,
  more: UserPatch,
  sessionWrites: Completion['writes'],
): Promise<void> {
  try {
    await tx.query(
      inOneStatement([
        updateUser(userId, { ...patch, ...more }, core.clock.now()),
        ...writes,
        ...sessionWrites,
      ]),
    );
  } catch (error) {
    if (error instanceof PostgresError && error.constraint === 'users_email_partial_key') {
      throw authError('email_exists', { cause: error });
    }
    throw databaseFailure('Database error updating user', error);
  }
}
