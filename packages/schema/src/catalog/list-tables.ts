import { type Database, type Sql, sql } from '@plinth/postgres';
import { type CatalogQuery, catalogQuery, readCatalog } from './catalog-query.ts';
import type { TableEntry, TableKind } from './catalog-types.ts';

/** A row of the queries below. */
export interface TableRow {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly comment: string | null;
  readonly rls_enabled: boolean;
  readonly policy_count: number;
  readonly estimated_rows: number | null;
  readonly size: number;
}

const kinds: Readonly<Record<string, TableKind>> = {
  r: 'table',
  p: 'partitioned table',
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
};

/** The relations of a schema, sorted by name. */
export async function listTables(database: Database, schema: string): Promise<TableEntry[]> {
  const query = catalogQuery<TableRow>(
    sql`${tableColumns} where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm', 'f') order by c.relname`,
  );
  const [rows] = await readCatalog(database, [query]);
  return rows.map(tableEntry);
}

/** One relation by its oid; no row where there is none (any more). */
export function tableQuery(id: number): CatalogQuery<TableRow> {
  return catalogQuery(
    sql`${tableColumns} where c.oid = ${id}::oid and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
  );
}

/** A partitioned table has no pages of its own: its size is that of its partitions. */
const tableColumns: Sql = sql`
  select c.oid::int8 as id,
         n.nspname::text as schema,
         c.relname::text as name,
         c.relkind::text as kind,
         pg_catalog.obj_description(c.oid, 'pg_class') as comment,
         c.relrowsecurity as rls_enabled,
         (select count(*)::int from pg_catalog.pg_policy p where p.polrelid = c.oid) as policy_count,
         case when c.relkind <> 'v' and c.reltuples >= 0 then c.reltuples::float8 end as estimated_rows,
         coalesce(
           case when c.relkind = 'p'
             then (select sum(pg_catalog.pg_total_relation_size(t.relid))
                   from pg_catalog.pg_partition_tree(c.oid) t)
             else pg_catalog.pg_total_relation_size(c.oid)
           end, 0)::int8 as size
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace`;

/** The entry that a row describes. */
export function tableEntry(row: TableRow): TableEntry {
  return {
    id: row.id,
    schema: row.schema,
    name: row.name,
    kind: kinds[row.kind] ?? 'table',
    comment: row.comment,
    rlsEnabled: row.rls_enabled,
    policyCount: row.policy_count,
    estimatedRows: row.estimated_rows,
    size: row.size,
  };
}
