import { type Sql, sql } from '@plinth/postgres';
import { type CatalogQuery, catalogQuery } from './catalog-query.ts';
import type { ColumnEntry } from './catalog-types.ts';
import { categoryOf } from './column-category.ts';

/** A row of the query below. */
export interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly base_name: string;
  readonly base_typtype: string;
  readonly base_typcategory: string;
  readonly enum_values: string[] | null;
  readonly not_null: boolean;
  readonly default_sql: string | null;
  readonly identity: string;
  readonly generated: boolean;
  readonly is_unique: boolean;
  readonly comment: string | null;
}

/** The type below a column's domains, as a lateral join `base`; expects the column as `a`. */
export const baseTypeJoin: Sql = sql`
  cross join lateral (
    with recursive chain as (
      select t.oid, t.typname, t.typtype, t.typcategory, t.typbasetype, t.typelem
      from pg_catalog.pg_type t where t.oid = a.atttypid
      union all
      select t.oid, t.typname, t.typtype, t.typcategory, t.typbasetype, t.typelem
      from pg_catalog.pg_type t join chain on t.oid = chain.typbasetype
      where chain.typtype = 'd'
    )
    select * from chain where typtype <> 'd' limit 1
  ) base`;

/** The columns of a relation in their order. */
export function columnsQuery(id: number): CatalogQuery<ColumnRow> {
  return catalogQuery(sql`
    select a.attname::text as name,
           pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
           base.typname::text as base_name,
           base.typtype::text as base_typtype,
           base.typcategory::text as base_typcategory,
           (select array_agg(e.enumlabel::text order by e.enumsortorder)
            from pg_catalog.pg_enum e where e.enumtypid = base.oid) as enum_values,
           a.attnotnull as not_null,
           pg_catalog.pg_get_expr(d.adbin, d.adrelid) as default_sql,
           a.attidentity::text as identity,
           a.attgenerated <> '' as generated,
           exists (
             select from pg_catalog.pg_index i
             where i.indrelid = a.attrelid and i.indisunique and i.indisvalid
               and i.indnkeyatts = 1 and i.indkey[0] = a.attnum
               and i.indpred is null
           ) as is_unique,
           pg_catalog.col_description(a.attrelid, a.attnum) as comment
    from pg_catalog.pg_attribute a
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    ${baseTypeJoin}
    where a.attrelid = ${id}::oid and a.attnum > 0 and not a.attisdropped
    order by a.attnum`);
}

/** The entry that a row describes. */
export function columnEntry(row: ColumnRow): ColumnEntry {
  return {
    name: row.name,
    type: row.type,
    category: categoryOf(row.base_name, row.base_typtype, row.base_typcategory),
    enumValues: row.enum_values,
    nullable: !row.not_null,
    default: row.default_sql,
    identity: row.identity === 'a' ? 'always' : row.identity === 'd' ? 'by default' : null,
    generated: row.generated,
    unique: row.is_unique,
    comment: row.comment,
  };
}
