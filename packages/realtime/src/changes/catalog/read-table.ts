import { type Database, sql } from '@plinth/postgres';
import { columnForm, comparisonOf, type RawType } from './column-form.ts';
import type { CatalogColumn, CatalogPolicy, TableCatalog } from './table-catalog.ts';

interface RawColumn extends RawType {
  readonly name: string;
  readonly number: number;
  readonly written: string;
  readonly loose: string;
  readonly key: boolean;
  readonly generated: string | null;
}

interface RawPolicy {
  readonly oid: string;
  readonly permissive: boolean;
  readonly roles: readonly string[];
  readonly using: string;
  readonly columns: readonly number[] | null;
  readonly opaque: boolean;
  readonly relations: readonly string[];
  readonly guarded: boolean;
}

interface RawTable {
  readonly schema: string;
  readonly name: string;
  readonly guarded: boolean;
  readonly columns: readonly RawColumn[];
  readonly policies: readonly RawPolicy[];
}

/**
 * Stable functions of Postgres that a policy may call without depending on who asks: what they depend on is the
 * time. Immutable ones need no mention.
 */
const harmless: readonly string[] = [
  'now',
  'transaction_timestamp',
  'statement_timestamp',
  'clock_timestamp',
  'date',
  'timestamptz',
  'timestamp',
  'to_char',
  'date_trunc',
  'date_part',
  'extract',
  'timezone',
  'timestamptz_pl_interval',
  'timestamptz_mi_interval',
  'date_lt_timestamptz',
  'date_le_timestamptz',
  'date_gt_timestamptz',
  'date_ge_timestamptz',
  'timestamp_lt_timestamptz',
  'timestamp_le_timestamptz',
  'timestamp_gt_timestamptz',
  'timestamp_ge_timestamptz',
  'jsonb_build_object',
  'jsonb_build_array',
  'to_jsonb',
  'concat',
  'concat_ws',
  'format',
];

/** What a table is now; undefined where it is gone. */
export async function readTable(
  database: Database,
  oid: number,
): Promise<TableCatalog | undefined> {
  const [row] = await database.transaction(async (transaction) => {
    // With an empty search path every name is written with its schema.
    await transaction.query(sql`select pg_catalog.set_config('search_path', '', true)`);
    return transaction.query<{ table: RawTable }>(tableQuery(oid));
  });
  return row === undefined ? undefined : toCatalog(oid, row.table);
}

function toCatalog(oid: number, raw: RawTable): TableCatalog {
  const columns = raw.columns.map(toColumn);
  return {
    oid,
    schema: raw.schema,
    name: raw.name,
    columns,
    byName: new Map(columns.map((column) => [column.name, column])),
    key: columns.filter(({ isKey }) => isKey).map(({ name }) => name),
    isGuarded: raw.guarded,
    policies: raw.policies.map(toPolicy),
  };
}

function toColumn(raw: RawColumn): CatalogColumn {
  const { form, element, isJson } = columnForm(raw);
  return {
    name: raw.name,
    number: raw.number,
    typeName: raw.type,
    written: raw.written,
    loose: raw.loose,
    form,
    ...(element !== undefined && { element }),
    comparison: comparisonOf(raw),
    isKey: raw.key,
    isJson,
    ...(raw.generated !== null && { generated: raw.generated }),
  };
}

function toPolicy(raw: RawPolicy): CatalogPolicy {
  return {
    oid: raw.oid,
    isPermissive: raw.permissive,
    roles: raw.roles,
    using: raw.using,
    columns: raw.columns ?? undefined,
    isOpaque: raw.opaque,
    relations: raw.relations,
    readsGuarded: raw.guarded,
  };
}

/**
 * The numbers behind `:funcid` and `:relid` in a stored expression name all that it calls and reads. Text inside it
 * can only add to them, which makes the policy look less simple than it is.
 */
function tableQuery(oid: number) {
  return sql`
    select json_build_object(
      'schema', n.nspname, 'name', c.relname, 'guarded', c.relrowsecurity,
      'columns', (
        select coalesce(json_agg(json_build_object(
          'name', a.attname, 'number', a.attnum, 'type', t.typname, 'kind', t.typtype,
          'base', base.name, 'baseKind', base.kind, 'baseOid', base.oid::int8, 'cast', base.has_cast,
          'element', element.name, 'elementKind', element.kind, 'elementOid', element.oid::int8,
          'elementCast', element.has_cast,
          'exact', coalesce(o.collisdeterministic, true),
          'written', format_type(a.atttypid, a.atttypmod), 'loose', format_type(a.atttypid, -1),
          'key', coalesce(a.attnum = any (k.conkey), false),
          'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end
        ) order by a.attnum), '[]')
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        cross join lateral (
          with recursive up(oid, kind, below, name, elem, category) as (
            select t.oid, t.typtype, t.typbasetype, t.typname, t.typelem, t.typcategory
            union all
            select b.oid, b.typtype, b.typbasetype, b.typname, b.typelem, b.typcategory
            from up join pg_type b on b.oid = up.below where up.kind = 'd'
          )
          select up.oid, up.kind, up.name, up.elem, up.category,
            exists (select from pg_cast where castsource = up.oid and casttarget = 'json'::regtype and castmethod = 'f')
              as has_cast
          from up where up.kind <> 'd'
        ) base
        left join lateral (
          select e.oid, e.typname as name, e.typtype as kind,
            exists (select from pg_cast where castsource = e.oid and casttarget = 'json'::regtype and castmethod = 'f')
              as has_cast
          from pg_type e where base.category = 'A' and e.oid = base.elem
        ) element on true
        left join pg_collation o on o.oid = a.attcollation
        left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ),
      'policies', (
        select coalesce(json_agg(json_build_object(
          'oid', p.oid::text, 'permissive', p.polpermissive,
          'roles', (select coalesce(json_agg(r::text), '[]') from unnest(p.polroles) r where r <> 0),
          'using', coalesce(pg_get_expr(p.polqual, p.polrelid), 'true'),
          'columns', case when p.polqual::text !~ ':varattno 0 ' then (
            select coalesce(json_agg(distinct refobjsubid), '[]') from pg_depend
            where classid = 'pg_policy'::regclass and objid = p.oid
              and refclassid = 'pg_class'::regclass and refobjid = c.oid and refobjsubid > 0
          ) end,
          'opaque', p.polqual::text ~ '(SQLVALUEFUNCTION|NEXTVALUEEXPR|XMLEXPR|CURRENTOFEXPR)' or exists (
            select from regexp_matches(
              p.polqual::text, ':(?:funcid|opfuncid|hashfuncid|negfuncid|aggfnoid|winfnoid|elemfuncid) (\\d+)', 'g') m
            left join pg_proc f on f.oid = m[1]::oid
            where m[1] <> '0' and (f.oid is null or not (
              (f.oid < 16384 and f.provolatile = 'i')
              or (f.pronamespace = 'pg_catalog'::regnamespace and f.oid < 16384 and f.proname = any (${harmless}))
              or (f.pronamespace = 'pg_catalog'::regnamespace and f.oid < 16384 and f.proname = 'current_setting')
              or (f.pronamespace = (select oid from pg_namespace where nspname = 'auth') and f.pronargs = 0
                and f.proname = any (array['uid', 'jwt', 'role', 'email']::name[]))
            ))
          ),
          'relations', (
            select coalesce(json_agg(distinct m[1]), '[]')
            from regexp_matches(p.polqual::text, ':relid (\\d+)', 'g') m where m[1] <> '0'
          ),
          'guarded', exists (
            select from regexp_matches(p.polqual::text, ':relid (\\d+)', 'g') m
            left join pg_class r on r.oid = m[1]::oid
            where m[1] <> '0' and (r.oid is null or r.relkind <> 'r' or r.relrowsecurity)
          )
        ) order by p.polname), '[]')
        from pg_policy p where p.polrelid = c.oid and p.polcmd in ('r', '*')
      )
    ) as "table"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.oid = ${oid}::int8::oid`;
}
