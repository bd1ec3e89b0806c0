import type { Claims, JsonObject } from '@plinth/kernel';
import { type Database, sql } from '@plinth/postgres';
import type { TopicRightsQuery } from '../api/realtime.ts';
import { consoleError } from '../errors/console-errors.ts';

/** What a session says of its user. */
interface UserRow {
  readonly claims: JsonObject;
}

/** The claims of a fresh session of a user, or of nobody in a role. Throws AppError `user_not_found`. */
export async function claimsOf(owner: Database, as: TopicRightsQuery['as']): Promise<Claims> {
  if ('role' in as) return { role: as.role };
  const [user] = await owner.query<UserRow>(sql`
    select json_build_object(
      'sub', id, 'aud', coalesce(nullif(aud, ''), 'authenticated'),
      'role', coalesce(nullif(role, ''), 'authenticated'),
      'email', coalesce(email, ''), 'phone', coalesce(phone, ''),
      'app_metadata', coalesce(raw_app_meta_data, '{}'), 'user_metadata', coalesce(raw_user_meta_data, '{}'),
      'aal', 'aal1', 'is_anonymous', is_anonymous) as claims
    from auth.users where id = ${as.userId}::uuid and deleted_at is null`);
  if (user === undefined) throw consoleError('user_not_found');
  return user.claims;
}
