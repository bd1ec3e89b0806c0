import type { JsonObject } from '@plinth/kernel';
import { PostgresError, type Sql } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { databaseFailure } from '../../base/database-failure.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { isoDate } from '../../base/time.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { type AuditActor, auditEntry } from '../../users/audit/audit.ts';
import { insertIdentity, type OwnProvider, ownIdentityData } from '../../users/identities.ts';
import { mergeMetadata } from '../../users/metadata.ts';
import type { User } from '../../users/user.ts';
import { updateUser } from '../../users/write-user.ts';
import { insertAccount, reloadUser } from '../steps/new-user.ts';

/** A user that an administrator makes. */
export interface UserByAdmin {
  readonly id?: string | undefined;
  readonly aud: string;
  readonly role?: string | undefined;
  /** At least one of these two. */
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly confirmEmail: boolean;
  readonly confirmPhone: boolean;
  readonly userMetadata: JsonObject;
  readonly appMetadata: JsonObject;
  /** Milliseconds since 1970. */
  readonly bannedUntil?: number | undefined;
}

/** Makes a user. Throws `email_exists` or `user_already_exists` where there is one already. */
export async function createUser(
  core: AuthCore,
  context: Pick<RequestContext, 'address'>,
  actor: AuditActor,
  wanted: UserByAdmin,
): Promise<User> {
  const { email, phone } = wanted;
  const providers: readonly OwnProvider[] = [
    ...(email === undefined ? [] : (['email'] as const)),
    ...(phone === undefined ? [] : (['phone'] as const)),
  ];
  try {
    return await core.database.transaction(async (tx) => {
      const user = await insertAccount(core, tx, { ...wanted, providers });
      const now = core.clock.now();
      const identities = providers.map((provider): Sql => {
        const address = provider === 'email' ? email : phone;
        const data = ownIdentityData({ sub: user.id, [provider]: address });
        return insertIdentity(core.random.uuid(), user.id, provider, data, now);
      });
      const traits = {
        user_id: user.id,
        user_email: email ?? '',
        user_phone: phone ?? '',
        provider: providers[0] ?? '',
      };
      const { bannedUntil } = wanted;
      const patch = {
        ...(wanted.confirmEmail && {
          email_confirmed_at: isoDate(now),
          raw_user_meta_data: mergeMetadata(wanted.userMetadata, { email_verified: true }),
        }),
        ...(wanted.confirmPhone && { phone_confirmed_at: isoDate(now) }),
        ...(bannedUntil !== undefined && { banned_until: isoDate(bannedUntil) }),
      };
      await tx.query(
        inOneStatement([
          ...identities,
          updateUser(user.id, patch, now),
          auditEntry(core, context, actor, 'user_signedup', traits),
        ]),
      );
      return reloadUser(tx, user.id);
    });
  } catch (error) {
    throw duplicate(error) ?? databaseFailure('Database error creating new user', error);
  }
}

/** What to say where another user has the address, the phone number or the id. */
export function duplicate(error: unknown): Error | undefined {
  const cause = error instanceof PostgresError ? error : causeOf(error);
  if (!(cause instanceof PostgresError) || cause.code !== '23505') return undefined;
  switch (cause.constraint) {
    case 'users_email_partial_key':
      return authError('email_exists', { cause });
    case 'users_phone_key':
      return authError('phone_exists', { cause });
    case 'users_pkey':
      return authError('user_already_exists', {
        message: 'A user with this id already exists',
        cause,
      });
    default:
      return undefined;
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
