import type { JsonObject } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import type { AuthCore } from '../base/core.ts';
import { createUser } from '../flows/admin/create-user.ts';
import { parseEmail } from '../input/email.ts';
import { defaultAudience } from '../input/request-context.ts';
import { parseUuid } from '../input/uuid.ts';
import { assertStrongPassword } from '../passwords/strength.ts';
import { roleActor } from './audit/audit.ts';
import { findUserByEmail, findUserById } from './find-user.ts';
import type { User } from './user.ts';

/** A user as other parts of the server see it. Times are ISO 8601 in UTC. */
export interface AdminUser {
  readonly id: string;
  readonly email: string;
  /** `name` of the metadata; empty where it has none. */
  readonly name: string;
  readonly createdAt: string;
  readonly lastSignInAt: string | undefined;
  readonly confirmed: boolean;
  readonly userMetadata: JsonObject;
  readonly appMetadata: JsonObject;
}

export interface CreateAdminUser {
  readonly email: string;
  readonly password: string;
  readonly name?: string;
  /** Whether the address counts as confirmed; default true. */
  readonly confirm?: boolean;
  readonly userMetadata?: JsonObject;
  readonly appMetadata?: JsonObject;
}

/**
 * Users for the server's own needs, without HTTP: what Studio's console works with. Throws the errors that
 * the admin routes answer.
 */
export class AdminUsers {
  readonly #core: AuthCore;

  constructor(core: AuthCore) {
    this.#core = core;
  }

  /** Throws `validation_failed`, `weak_password` or `email_exists`. */
  async create(input: CreateAdminUser): Promise<AdminUser> {
    const email = parseEmail(input.email);
    assertStrongPassword(input.password, this.#core.policy.passwords);
    const user = await createUser(this.#core, { address: '' }, roleActor('service_role'), {
      aud: defaultAudience,
      email,
      passwordHash: await this.#core.passwords.hash(input.password),
      confirmEmail: input.confirm ?? true,
      confirmPhone: false,
      userMetadata: {
        ...input.userMetadata,
        ...(input.name !== undefined && { name: input.name }),
      },
      appMetadata: input.appMetadata ?? {},
    });
    return toAdminUser(user);
  }

  async get(id: string): Promise<AdminUser | undefined> {
    const uuid = parseUuid(id);
    const user = uuid === undefined ? undefined : await findUserById(this.#core.database, uuid);
    return user === undefined ? undefined : toAdminUser(user);
  }

  async findByEmail(email: string): Promise<AdminUser | undefined> {
    const user = await findUserByEmail(this.#core.database, parseEmail(email), defaultAudience);
    return user === undefined ? undefined : toAdminUser(user);
  }

  async count(): Promise<number> {
    const [row] = await this.#core.database.query<{ count: string }>(
      sql`select count(*) from auth.users`,
    );
    return Number(row?.count ?? 0);
  }

  /** True where there was such a user. */
  async delete(id: string): Promise<boolean> {
    const uuid = parseUuid(id);
    if (uuid === undefined) return false;
    const rows = await this.#core.database.query(
      sql`delete from auth.users where id = ${uuid} returning id`,
    );
    return rows.length > 0;
  }
}

function toAdminUser(user: User): AdminUser {
  const name = user.raw_user_meta_data?.name;
  return {
    id: user.id,
    email: user.email ?? '',
    name: typeof name === 'string' ? name : '',
    createdAt: user.created_at ?? '',
    lastSignInAt: user.last_sign_in_at ?? undefined,
    confirmed: user.email_confirmed_at !== null,
    userMetadata: user.raw_user_meta_data ?? {},
    appMetadata: user.raw_app_meta_data ?? {},
  };
}
