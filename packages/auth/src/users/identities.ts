import type { JsonObject } from '@plinth/kernel';
import { json, type Sql, sql } from '@plinth/postgres';
import { isoDate } from '../base/time.ts';
import type { Identity, User } from './user.ts';

/** Ways to sign in that are not another provider's. */
export type OwnProvider = 'email' | 'phone';

/** What the identity of an address says about its user. */
export interface OwnClaims {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly phone?: string;
  readonly phone_verified?: boolean;
}

/** Identity data of an own provider; both `…_verified` members are always there, as upstream. */
export function ownIdentityData({ sub, email, phone, ...verified }: OwnClaims): JsonObject {
  return {
    sub,
    ...(email !== undefined && { email }),
    email_verified: verified.email_verified ?? false,
    ...(phone !== undefined && { phone }),
    phone_verified: verified.phone_verified ?? false,
  };
}

/** The user's identity of a provider, where it has one. */
export function identityOf(user: User, provider: string): Identity | undefined {
  return user.identities.find((identity) => identity.provider === provider);
}

/** A new identity of an own provider, whose id is the user's. */
export function insertIdentity(
  id: string,
  userId: string,
  provider: OwnProvider,
  data: JsonObject,
  now: number,
): Sql {
  const at = isoDate(now);
  return sql`insert into auth.identities
      (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${id}, ${userId}, ${userId}, ${json(data)}, ${provider}, ${at}, ${at}, ${at})`;
}

/** Changes members of an identity's data. */
export function updateIdentityData(id: string, changes: JsonObject, now: number): Sql {
  return sql`update auth.identities
    set identity_data = coalesce(identity_data, '{}') || ${json(changes)}::jsonb, updated_at = ${isoDate(now)}
    where id = ${id}`;
}

/** The distinct providers of a user in the order in which they came. */
export function providersOf(identities: readonly Pick<Identity, 'provider'>[]): readonly string[] {
  return [...new Set(identities.map((identity) => identity.provider))];
}

/** `provider` and `providers` of app_metadata. */
export function providerMetadata(providers: readonly string[]): JsonObject {
  const [first] = providers;
  return { ...(first !== undefined && { provider: first }), providers };
}
