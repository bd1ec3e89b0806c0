import { type Database, sql } from '@plinth/postgres';
import { catalogQuery, readCatalog } from './catalog-query.ts';
import type { SchemaEntry } from './catalog-types.ts';
import { isSystemSchema } from './system-schemas.ts';

/** All schemas but the temporary ones, sorted by name. */
export async function listSchemas(database: Database): Promise<SchemaEntry[]> {
  const query = catalogQuery<{ readonly name: string; readonly table_count: number }>(sql`
    select n.nspname::text as name,
           count(c.oid) filter (where c.relkind in ('r', 'p', 'v', 'm', 'f'))::int as table_count
    from pg_catalog.pg_namespace n
    left join pg_catalog.pg_class c on c.relnamespace = n.oid
    where n.nspname not like 'pg\\_toast%' and n.nspname not like 'pg\\_temp%'
    group by n.nspname
    order by n.nspname`);
  const [rows] = await readCatalog(database, [query]);
  return rows.map(({ name, table_count }) => ({
    name,
    system: isSystemSchema(name),
    tableCount: table_count,
  }));
}
