import { sql } from '@plinth/postgres';
import { type CatalogQuery, catalogQuery } from './catalog-query.ts';
import type { ForeignKeyEntry, ReferentialAction } from './catalog-types.ts';

const actions: Readonly<Record<string, ReferentialAction>> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
};

/** Names of the primary key's columns in key order. */
export function primaryKeyQuery(id: number): CatalogQuery<{ readonly name: string }> {
  return catalogQuery(sql`
    select a.attname::text as name
    from pg_catalog.pg_index i
    cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = ${id}::oid and i.indisprimary and k.place <= i.indnkeyatts
    order by k.place`);
}

/** A row of the query below. */
export interface ForeignKeyRow {
  readonly name: string;
  readonly schema: string;
  readonly table: string;
  readonly columns: string[];
  readonly target_id: number;
  readonly target_schema: string;
  readonly target_table: string;
  readonly target_columns: string[];
  readonly on_delete: string;
  readonly on_update: string;
  readonly outgoing: boolean;
  readonly incoming: boolean;
}

/** Foreign keys of a table and those that point to it; the copies that partitions have are left out. */
export function foreignKeysQuery(id: number): CatalogQuery<ForeignKeyRow> {
  return catalogQuery(sql`
    select k.conname::text as name,
           n.nspname::text as schema,
           c.relname::text as table,
           (select array_agg(a.attname::text order by u.place)
            from unnest(k.conkey) with ordinality as u (attnum, place)
            join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum) as columns,
           k.confrelid::int8 as target_id,
           tn.nspname::text as target_schema,
           t.relname::text as target_table,
           (select array_agg(a.attname::text order by u.place)
            from unnest(k.confkey) with ordinality as u (attnum, place)
            join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.attnum) as target_columns,
           k.confdeltype::text as on_delete,
           k.confupdtype::text as on_update,
           k.conrelid = ${id}::oid as outgoing,
           k.confrelid = ${id}::oid as incoming
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_class t on t.oid = k.confrelid
    join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and k.conparentid = 0
      and (k.conrelid = ${id}::oid or k.confrelid = ${id}::oid)
    order by n.nspname, c.relname, k.conname`);
}

/** The entry that a row describes. */
export function foreignKeyEntry(row: ForeignKeyRow): ForeignKeyEntry {
  return {
    name: row.name,
    schema: row.schema,
    table: row.table,
    columns: row.columns,
    targetTableId: row.target_id,
    targetSchema: row.target_schema,
    targetTable: row.target_table,
    targetColumns: row.target_columns,
    onDelete: actions[row.on_delete] ?? 'no action',
    onUpdate: actions[row.on_update] ?? 'no action',
  };
}
