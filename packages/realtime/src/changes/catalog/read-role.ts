import { type Database, sql } from '@plinth/postgres';
import type { RoleAccess, TableCatalog } from './table-catalog.ts';

interface RawAccess {
  readonly unguarded: boolean;
  readonly columns: readonly string[];
  readonly policies: readonly string[];
  readonly relations: boolean;
  readonly schemas: boolean;
}

/**
 * What a role may do with a table; undefined where there is no such role or table, or where it is none that the Data API
 * can become: whatever a token says.
 */
export async function readRole(
  database: Database,
  table: TableCatalog,
  role: string,
): Promise<RoleAccess | undefined> {
  const policies = table.policies.map(({ oid }) => oid);
  const relations = table.policies.flatMap((policy) => policy.relations);
  const [row] = await database.query<{ access: RawAccess }>(sql`
    select json_build_object(
      'unguarded', r.rolsuper or r.rolbypassrls
        or (pg_has_role(r.oid, c.relowner, 'USAGE') and not c.relforcerowsecurity),
      'columns', case when has_schema_privilege(r.oid, c.relnamespace, 'USAGE') then (
        select coalesce(json_agg(a.attname), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT')
      ) else '[]'::json end,
      'policies', (
        select coalesce(json_agg(p.oid::text), '[]') from pg_policy p
        where p.oid = any (${policies}::oid[]) and exists (
          select from unnest(p.polroles) member
          where case when member = 0 then true else pg_has_role(r.oid, member, 'USAGE') end
        )
      ),
      'relations', (
        select coalesce(bool_and(has_table_privilege(r.oid, t.oid, 'SELECT')), true)
        from pg_class t where t.oid = any (${relations}::oid[])
      ),
      'schemas', (
        select coalesce(bool_and(has_schema_privilege(r.oid, s.oid, 'USAGE')), true)
        from pg_namespace s where s.oid in (
          select f.pronamespace from pg_depend d join pg_proc f on f.oid = d.refobjid
          where d.classid = 'pg_policy'::regclass and d.objid = any (${policies}::oid[])
            and d.refclassid = 'pg_proc'::regclass
          union
          select t.relnamespace from pg_depend d join pg_class t on t.oid = d.refobjid
          where d.classid = 'pg_policy'::regclass and d.objid = any (${policies}::oid[])
            and d.refclassid = 'pg_class'::regclass
          union
          select y.typnamespace from pg_depend d join pg_type y on y.oid = d.refobjid
          where d.classid = 'pg_policy'::regclass and d.objid = any (${policies}::oid[])
            and d.refclassid = 'pg_type'::regclass
        )
      )
    ) as access
    from pg_roles r, pg_class c
    where r.rolname = ${role} and pg_has_role('authenticator', r.oid, 'MEMBER') and c.oid = ${table.oid}::int8::oid`);
  if (row === undefined) return undefined;
  const own = new Set(row.access.policies);
  return {
    role,
    isUnguarded: row.access.unguarded,
    columns: new Set(row.access.columns),
    policies: table.policies.filter(({ oid }) => own.has(oid)),
    mayReadRelations: row.access.relations,
    mayUseSchemas: row.access.schemas,
  };
}
