import { type Database, sql, type Transaction } from '@plinth/postgres';

/** Number of the advisory lock under which partitions change. */
const lock = 7_081_054_323;

/** Names of the partitions that there are. */
export async function listPartitions(
  database: Pick<Database | Transaction, 'query'>,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>(sql`
    select c.relname::text as name
    from pg_catalog.pg_inherits as i
    join pg_catalog.pg_class as c on c.oid = i.inhrelid
    where i.inhparent = 'realtime.messages'::regclass`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * A transaction as the owner of the table, one node at a time. Whoever sends waits while it waits for a lock, so
 * that is short: a pass that does not get its lock in time fails, and comes again.
 */
export function inTurn<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.script(`
      set local statement_timeout = '60s';
      set local lock_timeout = '30s';
      select pg_catalog.pg_advisory_xact_lock(${lock});
      set local lock_timeout = '2s';
      set local role supabase_realtime_admin`);
    return work(transaction);
  });
}
