import { type Database, sql } from '@plinth/postgres';
import { type CatalogQuery, catalogQuery, readCatalog } from './catalog-query.ts';
import type { TableKind } from './catalog-types.ts';
import { tableEntry, tableQuery } from './list-tables.ts';
import { baseTypeJoin } from './table-columns.ts';
import { primaryKeyQuery } from './table-keys.ts';

/** A column as statements on its rows need it. */
export interface ShapeColumn {
  readonly name: string;
  /** The type without its modifier, always qualified and quoted: what a parameter is cast to. */
  readonly typeSql: string;
  /** True where a value can be long: read it through a cut. */
  readonly long: boolean;
  /** Has an order: can be sorted by, compared and tested for equality. */
  readonly sortable: boolean;
  readonly notNull: boolean;
}

/** What names a row: its primary key, or its place in the table while nobody moves it. */
export type RowIdentity = 'primary key' | 'ctid' | 'tableoid and ctid' | 'none';

/** What it takes to write statements on the rows of a relation. */
export interface TableShape {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
  readonly columns: readonly ShapeColumn[];
  readonly primaryKey: readonly string[];
  readonly identity: RowIdentity;
  readonly estimatedRows: number | null;
}

interface ShapeRow {
  readonly name: string;
  readonly type_schema: string;
  readonly type_name: string;
  readonly long: boolean;
  readonly sortable: boolean;
  readonly not_null: boolean;
  readonly has_children: boolean;
}

/** The shape of a relation; undefined where there is none with this oid. */
export async function tableShape(database: Database, id: number): Promise<TableShape | undefined> {
  const [tables, keys, rows] = await readCatalog(database, [
    tableQuery(id),
    primaryKeyQuery(id),
    shapeQuery(id),
  ]);
  const [row] = tables;
  if (row === undefined) return undefined;
  const { schema, name, kind, estimatedRows } = tableEntry(row);
  const primaryKey = keys.map((key) => key.name);
  return {
    id,
    schema,
    name,
    kind,
    estimatedRows,
    primaryKey,
    identity: identityOf(kind, primaryKey, rows[0]?.has_children === true),
    columns: rows.map((column) => ({
      name: column.name,
      typeSql: `${column.type_schema}.${column.type_name}`,
      long: column.long,
      sortable: column.sortable,
      notNull: column.not_null,
    })),
  };
}

function shapeQuery(id: number): CatalogQuery<ShapeRow> {
  return catalogQuery(sql`
      select a.attname::text as name,
             pg_catalog.quote_ident(tn.nspname) as type_schema,
             pg_catalog.quote_ident(t.typname) as type_name,
             t.typlen = -1 and base.typname not in ('inet', 'cidr')
               and not (base.typname in ('bpchar', 'varchar', 'bit', 'varbit') and a.atttypmod between 0 and 259)
               as long,
             exists (
               select
               from pg_catalog.pg_opclass o
               join pg_catalog.pg_am m on m.oid = o.opcmethod and m.amname = 'btree'
               join pg_catalog.pg_type v
                 on v.oid = case when base.typcategory = 'A' and base.typelem <> 0 then base.typelem else base.oid end
               where o.opcdefault and (
                 o.opcintype = v.oid
                 or v.typtype = 'e' and o.opcintype = 'anyenum'::regtype
                 or v.typtype = 'r' and o.opcintype = 'anyrange'::regtype
                 or v.typtype = 'm' and o.opcintype = 'anymultirange'::regtype
                 or v.typtype = 'c' and o.opcintype = 'record'::regtype
                 or v.typtype = 'd'
                 or exists (select from pg_catalog.pg_cast x
                            where x.castsource = v.oid and x.casttarget = o.opcintype
                              and x.castmethod = 'b' and x.castcontext = 'i')
               )
             ) as sortable,
             a.attnotnull as not_null,
             (select c.relhassubclass from pg_catalog.pg_class c where c.oid = a.attrelid) as has_children
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_type t on t.oid = a.atttypid
      join pg_catalog.pg_namespace tn on tn.oid = t.typnamespace
      ${baseTypeJoin}
      where a.attrelid = ${id}::oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum`);
}

/** The same ctid stands in each partition (and in each child of an inheritance), so it needs the table too. */
function identityOf(
  kind: TableKind,
  primaryKey: readonly string[],
  hasChildren: boolean,
): RowIdentity {
  if (primaryKey.length > 0 && kind !== 'foreign table') return 'primary key';
  if (kind === 'partitioned table') return 'tableoid and ctid';
  if (kind === 'materialized view') return 'ctid';
  if (kind !== 'table') return 'none';
  return hasChildren ? 'tableoid and ctid' : 'ctid';
}
