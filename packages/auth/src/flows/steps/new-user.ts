import type { JsonObject } from '@plinth/kernel';
import type { Transaction } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { authError } from '../../errors.ts';
import { findUserById } from '../../users/find-user.ts';
import { providerMetadata } from '../../users/identities.ts';
import type { User } from '../../users/user.ts';
import { insertUser } from '../../users/write-user.ts';
import { attempt } from './attempt.ts';

/** A new account. */
export interface NewAccount {
  readonly id?: string | undefined;
  readonly aud: string;
  readonly role?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly userMetadata: JsonObject;
  readonly appMetadata?: JsonObject;
  /** `email`, `phone`; an anonymous user has none. */
  readonly providers?: readonly string[];
}

/** A user that has just been inserted, as far as it is known without reading it back. */
export type FreshUser = Pick<User, 'id' | 'email' | 'phone' | 'is_sso_user' | 'raw_user_meta_data'>;

/** Role of users in Postgres. */
const defaultRole = 'authenticated';

/**
 * Inserts a user, running the application's triggers. Throws what they raise as `unexpected_failure`
 * "Database error saving new user".
 */
export async function insertAccount(
  core: AuthCore,
  tx: Transaction,
  account: NewAccount,
): Promise<FreshUser> {
  const { email, phone, userMetadata, providers = ['email'] } = account;
  const id = account.id ?? core.random.uuid();
  const own = providers.length === 0 ? {} : providerMetadata(providers);
  const row = insertUser(
    {
      id,
      aud: account.aud,
      role: account.role ?? defaultRole,
      email,
      phone,
      passwordHash: account.passwordHash,
      userMetadata,
      appMetadata: { ...own, ...account.appMetadata },
      anonymous: providers.length === 0,
    },
    core.clock.now(),
  );
  await attempt('Database error saving new user', () => tx.query(row));
  return {
    id,
    email: email ?? null,
    phone: phone ?? null,
    is_sso_user: false,
    raw_user_meta_data: userMetadata,
  };
}

/** A user as it stands after the writes of this transaction, with what triggers made of it. */
export async function reloadUser(tx: Transaction, id: string): Promise<User> {
  const user = await findUserById(tx, id);
  if (user === undefined) throw authError('unexpected_failure');
  return user;
}
