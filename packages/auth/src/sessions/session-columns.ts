import { raw, type Sql } from '@plinth/postgres';
import { rowJson } from '../users/user-columns.ts';

/** `refreshed_at` has no time zone: upstream writes UTC into it. */
const refreshedAt = raw(`'refreshed_at', to_char(s.refreshed_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);

const amr = raw(`'amr', (
  select coalesce(json_agg(json_build_object(
      'method', a.authentication_method,
      'timestamp', floor(extract(epoch from a.updated_at))::bigint)
    order by a.updated_at desc), '[]')
  from auth.mfa_amr_claims a where a.session_id = s.id)`);

/** The session `s` of a query, as a column of type json; its methods most recent first. */
export const sessionJson: Sql = rowJson(
  's',
  ['id', 'user_id', 'aal'],
  ['created_at', 'not_after'],
  [refreshedAt, amr],
);
