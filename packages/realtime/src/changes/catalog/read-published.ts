import { type Database, sql } from '@plinth/postgres';
import type { PublishedTable } from './table-catalog.ts';

/** The tables of publications by their oid. */
export async function readPublished(
  database: Database,
  publications: readonly string[],
): Promise<ReadonlyMap<number, PublishedTable>> {
  const rows = await database.query<{ oid: string; schema: string; name: string }>(sql`
    select distinct c.oid::int8 as oid, n.nspname as schema, c.relname as name
    from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = any (${publications})`);
  return new Map(
    rows.map(({ oid, schema, name }) => [Number(oid), { oid: Number(oid), schema, name }]),
  );
}
