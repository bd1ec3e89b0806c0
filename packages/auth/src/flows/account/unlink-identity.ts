import { PostgresError, sql, type Transaction } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { databaseFailure } from '../../base/database-failure.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { clearTokens } from '../../otp/one-time-tokens.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { findUserByEmail, lockUser } from '../../users/find-user.ts';
import { providerMetadata, providersOf } from '../../users/identities.ts';
import { mergeMetadata } from '../../users/metadata.ts';
import type { Identity, User } from '../../users/user.ts';
import { type UserPatch, updateUser } from '../../users/write-user.ts';
import { inTransaction } from '../steps/transactions.ts';
import { voidTokens } from './change-user.ts';

/** Takes one of a user's ways to sign in away; one always stays. */
export function unlinkIdentity(
  core: AuthCore,
  context: RequestContext,
  userId: string,
  identityId: string,
): Promise<void> {
  return inTransaction(core, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) throw authError('user_not_found', { status: 403 });
    if (user.identities.length <= 1) throw authError('single_identity_not_deletable');
    const identity = user.identities.find(({ id }) => id === identityId);
    if (identity === undefined) throw authError('identity_not_found');
    const left = user.identities.filter(({ id }) => id !== identityId);
    const providers = providerMetadata(providersOf(left));
    const patch: UserPatch = {
      raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, providers),
      ...(identity.provider === 'phone'
        ? { phone: null, phone_confirmed_at: null }
        : await addressPatch(core, tx, user, left)),
    };
    try {
      await tx.query(
        inOneStatement([
          sql`delete from auth.identities where id = ${identity.id}`,
          updateUser(user.id, patch, core.clock.now()),
          ...('email' in patch ? [clearTokens(user.id)] : []),
          auditEntry(core, context, actorOf(user), 'identity_unlinked', {
            identity_id: identity.id,
            provider: identity.provider,
            provider_id: identity.provider_id,
          }),
        ]),
      );
    } catch (error) {
      if (error instanceof PostgresError && error.constraint === 'users_email_partial_key') {
        throw authError('email_conflict_identity_not_deletable', { cause: error });
      }
      throw databaseFailure('Database error deleting identity', error);
    }
  });
}

/**
 * The account's address where none of the identities that are left has it: that of another one, verified
 * ones first. It counts as confirmed only if a provider, or the project, says so.
 */
async function addressPatch(
  core: AuthCore,
  tx: Transaction,
  user: User,
  left: readonly Identity[],
): Promise<UserPatch> {
  if (left.some(({ email }) => (email ?? '') === (user.email ?? ''))) return {};
  for (const candidate of [...left].sort(byRank)) {
    const email = candidate.email ?? '';
    const taken = email !== '' && (await findUserByEmail(tx, email, user.aud ?? '')) !== undefined;
    if (taken) continue;
    const trusted = email !== '' && (isVerified(candidate) || core.policy.email.autoconfirm);
    return {
      ...voidTokens,
      email_change: '',
      email_change_confirm_status: 0,
      phone_change: '',
      email: email === '' ? null : email,
      ...(!trusted && {
        email_confirmed_at: null,
        raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: false }),
      }),
    };
  }
  throw authError('email_conflict_identity_not_deletable');
}

function byRank(a: Identity, b: Identity): number {
  return rank(a) - rank(b);
}

function rank(identity: Identity): number {
  if ((identity.email ?? '') === '') return 2;
  return isVerified(identity) ? 0 : 1;
}

function isVerified({ identity_data: data }: Identity): boolean {
  return data?.email_verified === true;
}
