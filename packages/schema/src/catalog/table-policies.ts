import { sql } from '@plinth/postgres';
import { type CatalogQuery, catalogQuery } from './catalog-query.ts';
import type { PolicyEntry } from './catalog-types.ts';

const commands: Readonly<Record<string, PolicyEntry['command']>> = {
  '*': 'all',
  r: 'select',
  a: 'insert',
  w: 'update',
  d: 'delete',
};

/** A row of the query below. */
export interface PolicyRow {
  readonly name: string;
  readonly command: string;
  readonly permissive: boolean;
  readonly roles: string[];
  readonly using_sql: string | null;
  readonly check_sql: string | null;
}

/** The row level security policies of a table, sorted by name. */
export function policiesQuery(id: number): CatalogQuery<PolicyRow> {
  return catalogQuery(sql`
    select p.polname::text as name,
           p.polcmd::text as command,
           p.polpermissive as permissive,
           array(
             select case when r = 0 then 'public' else pg_catalog.pg_get_userbyid(r)::text end
             from unnest(p.polroles) as r order by 1
           ) as roles,
           pg_catalog.pg_get_expr(p.polqual, p.polrelid) as using_sql,
           pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) as check_sql
    from pg_catalog.pg_policy p
    where p.polrelid = ${id}::oid
    order by p.polname`);
}

/** The entry that a row describes. */
export function policyEntry(row: PolicyRow): PolicyEntry {
  const { name, command, permissive, roles, using_sql, check_sql } = row;
  return {
    name,
    command: commands[command] ?? 'all',
    permissive,
    roles,
    using: using_sql,
    check: check_sql,
  };
}
