import type { JsonObject } from '@plinth/kernel';
import type { Sql, Transaction } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { databaseFailure } from '../../base/database-failure.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { isoDate } from '../../base/time.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { clearTokens } from '../../otp/one-time-tokens.ts';
import { endSessions } from '../../sessions/end-sessions.ts';
import { type AuditActor, auditEntry } from '../../users/audit/audit.ts';
import { lockUser } from '../../users/find-user.ts';
import {
  identityOf,
  insertIdentity,
  type OwnProvider,
  ownIdentityData,
  updateIdentityData,
} from '../../users/identities.ts';
import { mergeMetadata } from '../../users/metadata.ts';
import type { User } from '../../users/user.ts';
import { type UserPatch, updateUser as updateRow } from '../../users/write-user.ts';
import { voidTokens } from '../account/change-user.ts';
import { reloadUser } from '../steps/new-user.ts';
import { duplicate } from './create-user.ts';

/** What an administrator changes of a user; what is undefined stays. */
export interface ChangeByAdmin {
  readonly role?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly confirmEmail: boolean;
  readonly confirmPhone: boolean;
  readonly userMetadata?: JsonObject | undefined;
  readonly appMetadata?: JsonObject | undefined;
  /** Milliseconds since 1970; null lifts a ban. */
  readonly bannedUntil?: number | null | undefined;
}

/** Changes a user. A new address or phone number needs no confirmation. */
export async function updateUser(
  core: AuthCore,
  context: Pick<RequestContext, 'address'>,
  actor: AuditActor,
  id: string,
  change: ChangeByAdmin,
): Promise<User> {
  try {
    return await core.database.transaction((tx) => write(core, context, actor, tx, id, change));
  } catch (error) {
    throw duplicate(error) ?? databaseFailure('Error updating user', error);
  }
}

async function write(
  core: AuthCore,
  context: Pick<RequestContext, 'address'>,
  actor: AuditActor,
  tx: Transaction,
  id: string,
  change: ChangeByAdmin,
): Promise<User> {
  const user = await lockUser(tx, id);
  if (user === undefined) throw authError('user_not_found');
  const { email, phone } = change;
  const newPassword = change.passwordHash !== undefined;
  await tx.query(
    inOneStatement([
      updateRow(id, patchOf(core, user, change), core.clock.now()),
      ...(email === undefined
        ? []
        : [identityWrite(core, user, 'email', email, change.confirmEmail)]),
      ...(phone === undefined
        ? []
        : [identityWrite(core, user, 'phone', phone, change.confirmPhone)]),
      ...(newPassword || change.confirmEmail || change.confirmPhone ? [clearTokens(id)] : []),
      ...(newPassword ? [endSessions(id)] : []),
      auditEntry(core, context, actor, 'user_modified', {
        user_id: id,
        user_email: email ?? user.email ?? '',
        user_phone: phone ?? user.phone ?? '',
      }),
    ]),
  );
  return reloadUser(tx, id);
}

function patchOf(core: AuthCore, user: User, change: ChangeByAdmin): UserPatch {
  const at = isoDate(core.clock.now());
  const { role, email, phone, passwordHash, confirmEmail, confirmPhone, bannedUntil } = change;
  const verified = confirmEmail
    ? mergeMetadata(user.raw_user_meta_data, { email_verified: true })
    : user.raw_user_meta_data;
  const permanent = (email !== undefined && confirmEmail) || (phone !== undefined && confirmPhone);
  return {
    ...(passwordHash !== undefined && { ...voidTokens, encrypted_password: passwordHash }),
    ...(role !== undefined && { role }),
    ...(confirmEmail && { confirmation_token: '', email_confirmed_at: at }),
    ...(confirmPhone && { confirmation_token: '', phone_confirmed_at: at }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(user.is_anonymous && permanent && { is_anonymous: false }),
    ...((confirmEmail || change.userMetadata !== undefined) && {
      raw_user_meta_data: mergeMetadata(verified, change.userMetadata ?? {}),
    }),
    ...(change.appMetadata !== undefined && {
      raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, change.appMetadata),
    }),
    ...(bannedUntil !== undefined && {
      banned_until: bannedUntil === null ? null : isoDate(bannedUntil),
    }),
  };
}

/** The identity of a new address or phone number. */
function identityWrite(
  core: AuthCore,
  user: User,
  provider: OwnProvider,
  address: string,
  verified: boolean,
): Sql {
  const claims = { [provider]: address, [`${provider}_verified`]: verified };
  const known = identityOf(user, provider);
  const now = core.clock.now();
  if (known !== undefined) return updateIdentityData(known.id, claims, now);
  const data = ownIdentityData({ sub: user.id, ...claims });
  return insertIdentity(core.random.uuid(), user.id, provider, data, now);
}
