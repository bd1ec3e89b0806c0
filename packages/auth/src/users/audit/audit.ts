import type { Json, JsonObject } from '@plinth/kernel';
import { json, type Sql, sql } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { isoDate } from '../../base/time.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { nilUuid } from '../../input/uuid.ts';
import type { User } from '../user.ts';

/** What happened, and which part of an account it concerns; upstream's words. */
const logTypes = {
  login: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_revoked: 'token',
  token_refreshed: 'token',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  identity_unlinked: 'user',
} as const;

export type AuditAction = keyof typeof logTypes;

/** Who did it. */
export interface AuditActor {
  readonly id: string;
  readonly name: string;
  readonly viaSso: boolean;
  readonly fullName?: Json;
}

export function actorOf(
  user: Pick<User, 'id' | 'email' | 'phone' | 'is_sso_user' | 'raw_user_meta_data'>,
): AuditActor {
  const fullName = user.raw_user_meta_data?.full_name;
  return {
    id: user.id,
    name: user.phone || user.email || '',
    viaSso: user.is_sso_user,
    ...(fullName !== undefined && { fullName }),
  };
}

/** The actor of admin routes: a role, not a user. */
export function roleActor(role: string): AuditActor {
  return { id: nilUuid, name: role, viaSso: false };
}

/** One entry of the audit log, to be written with what it tells of. */
export function auditEntry(
  core: AuthCore,
  context: Pick<RequestContext, 'address'>,
  actor: AuditActor,
  action: AuditAction,
  traits?: JsonObject,
): Sql {
  const payload = {
    action,
    actor_id: actor.id,
    ...(actor.fullName !== undefined && { actor_name: actor.fullName }),
    actor_username: actor.name,
    actor_via_sso: actor.viaSso,
    log_type: logTypes[action],
    ...(traits !== undefined && { traits }),
  };
  return sql`insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values (${nilUuid}, ${core.random.uuid()}, ${json(payload)}, ${isoDate(core.clock.now())},
      ${context.address.slice(0, 64)})`;
}
