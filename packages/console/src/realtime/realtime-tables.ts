import { type Database, type Sql, sql } from '@plinth/postgres';
import { isSystemSchema } from '@plinth/schema';
import type { RealtimeTable } from '../api/realtime.ts';

interface TableRow extends Omit<RealtimeTable, 'id'> {
  readonly id: string;
}

/** Tables that changes of rows can be told of. */
export async function listRealtimeTables(owner: Database): Promise<readonly RealtimeTable[]> {
  const rows = await owner.query<TableRow>(
    sql`${columns} where ${isPublishable} order by n.nspname, c.relname`,
  );
  return rows
    .map(toTable)
    .filter(({ schema, publishedBy }) => publishedBy !== null || !isSystemSchema(schema));
}

/** One of them by its oid. */
export async function findRealtimeTable(
  owner: Database,
  id: number,
): Promise<RealtimeTable | undefined> {
  const [row] = await owner.query<TableRow>(
    sql`${columns} where c.oid = ${id}::oid and ${isPublishable}`,
  );
  return row && toTable(row);
}

/** True where the publication that Realtime reads is there. */
export async function hasPublication(owner: Database): Promise<boolean> {
  const rows = await owner.query(
    sql`select from pg_catalog.pg_publication where pubname = 'supabase_realtime'`,
  );
  return rows.length > 0;
}

const columns: Sql = sql`
  select c.oid::text as id,
         n.nspname::text as schema,
         c.relname::text as name,
         case c.relkind when 'p' then 'partitioned table' else 'table' end as kind,
         case
           when p.puballtables or exists (
             select from pg_catalog.pg_publication_rel r
             join pg_catalog.pg_publication every on every.oid = r.prpubid
             where every.pubname = 'plinth_realtime_all' and r.prrelid = c.oid) then 'all'
           when exists (select from pg_catalog.pg_publication_rel r
                        where r.prpubid = p.oid and r.prrelid = c.oid) then 'table'
           when exists (select from pg_catalog.pg_publication_namespace s
                        where s.pnpubid = p.oid and s.pnnspid = n.oid) then 'schema'
         end as "publishedBy",
         c.relrowsecurity as "rlsEnabled",
         exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary) as "hasKey",
         case c.relreplident when 'f' then 'full' when 'i' then 'index' when 'n' then 'nothing'
                             else 'default' end as "replicaIdentity"
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_publication p on p.pubname = 'supabase_realtime'`;

/** Postgres logs neither temporary nor unlogged tables; partitions are their table's. */
const isPublishable: Sql = sql`
  c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
  and n.nspname <> 'information_schema' and n.nspname not like 'pg\_%'`;

const toTable = ({ id, ...rest }: TableRow): RealtimeTable => ({ id: Number(id), ...rest });
