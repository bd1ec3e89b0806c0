import { join, quoteIdentifier, raw, type Sql, sql } from '@plinth/postgres';

/** Columns of auth.users that are read as they are. */
const plain: readonly string[] = [
  'id',
  'aud',
  'role',
  'email',
  'encrypted_password',
  'phone',
  'confirmation_token',
  'recovery_token',
  'email_change',
  'email_change_token_new',
  'email_change_token_current',
  'email_change_confirm_status',
  'phone_change',
  'reauthentication_token',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'is_sso_user',
  'is_anonymous',
];

/** Columns of auth.users that hold a time. */
const times: readonly string[] = [
  'email_confirmed_at',
  'invited_at',
  'phone_confirmed_at',
  'confirmation_sent_at',
  'confirmed_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'phone_change_sent_at',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'created_at',
  'updated_at',
  'banned_until',
  'deleted_at',
];

const identityTimes: readonly string[] = ['last_sign_in_at', 'created_at', 'updated_at'];
const factorTimes: readonly string[] = ['created_at', 'updated_at', 'last_challenged_at'];

/** A timestamptz as ISO 8601 in UTC with microseconds, whatever time zone the session has. */
export function isoTime(column: Sql): Sql {
  return sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** A row as a JSON object: one column, whatever is joined to it. */
export function rowJson(
  alias: string,
  columns: readonly string[],
  timeColumns: readonly string[],
  more: readonly Sql[] = [],
): Sql {
  const column = (name: string): Sql => raw(`${alias}.${quoteIdentifier(name)}`);
  const pairs = [
    ...columns.map((name) => sql`${raw(`'${name}'`)}, ${column(name)}`),
    ...timeColumns.map((name) => sql`${raw(`'${name}'`)}, ${isoTime(column(name))}`),
    ...more,
  ];
  return sql`json_build_object(${join(pairs)})`;
}

const identityColumns = ['id', 'provider_id', 'user_id', 'identity_data', 'provider', 'email'];
const factorColumns = ['id', 'status', 'friendly_name', 'factor_type', 'phone'];

const identities = sql`'identities', (
  select coalesce(json_agg(${rowJson('i', identityColumns, identityTimes)} order by i.created_at, i.id), '[]')
  from auth.identities i where i.user_id = u.id)`;

const factors = sql`'factors', (
  select coalesce(json_agg(${rowJson('f', factorColumns, factorTimes)} order by f.created_at, f.id), '[]')
  from auth.mfa_factors f where f.user_id = u.id)`;

/** The user `u` of a query with identities and factors, as a column of type json. */
export const userJson: Sql = rowJson('u', plain, times, [identities, factors]);

/** The user `u` alone: for long lists. */
export const bareUserJson: Sql = rowJson('u', plain, times, [
  raw(`'identities', '[]'::json`),
  raw(`'factors', '[]'::json`),
]);
