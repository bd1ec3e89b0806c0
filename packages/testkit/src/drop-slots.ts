import { type Database, PostgresError, sql } from '@plinth/postgres';

/** How long the reader of a slot may take to end, in milliseconds. */
const patience = 10_000;

/**
 * Drops the replication slots of a database, with whoever reads them: Postgres does not drop a database while one
 * is read, not by force either.
 */
export async function dropSlots(maintenance: Database, database: string): Promise<void> {
  const deadline = performance.now() + patience;
  while ((await dropFreeSlots(maintenance, database)) > 0) {
    if (performance.now() > deadline) throw new Error(`a slot of ${database} is still read`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Gives how many there were. */
async function dropFreeSlots(maintenance: Database, database: string): Promise<number> {
  try {
    const [row] = await maintenance.query<{ found: number }>(sql`
      select count(*)::int as found,
        count(pg_terminate_backend(active_pid)) filter (where active_pid is not null),
        count(pg_drop_replication_slot(slot_name)) filter (where active_pid is null)
      from pg_catalog.pg_replication_slots where database = ${database}`);
    return row?.found ?? 0;
  } catch (error) {
    // A slot that its reader took again, or that somebody else dropped, in between.
    const changed = error instanceof PostgresError && ['55006', '42704'].includes(error.code ?? '');
    if (!changed) throw error;
    return 1;
  }
}
