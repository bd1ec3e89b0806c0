import type { Sql } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { isoDate } from '../../base/time.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { clearToken, clearTokens } from '../../otp/one-time-tokens.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { providerMetadata, providersOf, updateIdentityData } from '../../users/identities.ts';
import { mergeMetadata } from '../../users/metadata.ts';
import { isConfirmed, type User } from '../../users/user.ts';
import type { UserPatch } from '../../users/write-user.ts';
import { emailChange } from './email-change.ts';
import type { Redeemed } from './redeem.ts';

/** What a redeemed code changes. `halfway`: the other address has to confirm too, and nobody signs in. */
export interface Completion {
  readonly patch: UserPatch;
  readonly writes: readonly Sql[];
  readonly halfway: boolean;
}

/** The changes of a redeemed code by its type. */
export function complete(core: AuthCore, context: RequestContext, redeemed: Redeemed): Completion {
  const { user, type, token } = redeemed;
  if (type === 'email_change') {
    if (needsBoth(core, user)) return halfway(user, token);
    return emailChange(core, context, user);
  }
  if (type === 'recovery' || type === 'magiclink') return recovery(core, context, user);
  return confirmation(core, context, user);
}

/** A first confirmation of two; an address that nobody could confirm does not count. */
function needsBoth(core: AuthCore, user: User): boolean {
  const { autoconfirm, doubleConfirm } = core.policy.email;
  const first = (user.email_change_confirm_status ?? 0) === 0;
  return !autoconfirm && doubleConfirm && first && (user.email ?? '') !== '';
}

function halfway(user: User, token: Redeemed['token']): Completion {
  return {
    patch: { email_change_confirm_status: 1, [token]: '' },
    writes: [clearToken(user.id, token)],
    halfway: true,
  };
}

/** A new or invited user has proven the address. */
function confirmation(core: AuthCore, context: RequestContext, user: User): Completion {
  const now = core.clock.now();
  const verified = user.identities.filter(
    ({ email }) => email !== null && email !== '' && email === user.email,
  );
  return {
    patch: { ...confirmed(core, user), ...providers(user) },
    writes: [
      auditEntry(core, context, actorOf(user), 'user_signedup', { provider: 'email' }),
      clearTokens(user.id),
      ...verified.map(({ id }) => updateIdentityData(id, { email_verified: true }, now)),
    ],
    halfway: false,
  };
}

/** A link or a code signed somebody in, and proves the address where that was open. */
function recovery(core: AuthCore, context: RequestContext, user: User): Completion {
  const actor = actorOf(user);
  const first = !isConfirmed(user);
  return {
    patch: { recovery_token: '', ...(first && confirmed(core, user)), ...providers(user) },
    writes: [
      first
        ? auditEntry(core, context, actor, 'user_signedup', { provider: 'email' })
        : auditEntry(core, context, actor, 'login'),
      clearTokens(user.id),
    ],
    halfway: false,
  };
}

/** The columns of a user whose address is proven. */
function confirmed(core: AuthCore, user: User): UserPatch {
  return {
    confirmation_token: '',
    email_confirmed_at: isoDate(core.clock.now()),
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
  };
}

function providers(user: User): UserPatch {
  const own = providerMetadata(providersOf(user.identities));
  return { raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, own) };
}
