import { type Database, PostgresError, sql, type Transaction } from '@plinth/postgres';
import { CaptureError } from '../capture-error.ts';
import { parseLsn } from '../lsn.ts';

/** Number of the advisory lock under which slots are made and dropped. */
const lock = 7_081_054_323;

/** How long making a slot may wait for open transactions, in milliseconds. */
const patience = 30_000;

/** A slot as Postgres knows it. */
export interface SlotState {
  /** Postgres has removed log that the slot still needs: nothing can be read from it. */
  readonly isLost: boolean;
  readonly isActive: boolean;
  readonly restart: bigint;
  readonly confirmed: bigint;
  /** Bytes of log that Postgres keeps for it. */
  readonly lag: number;
  /** Most that it keeps; null without a limit. */
  readonly mostLag: number | null;
}

/** Undefined where there is no such slot. */
export async function slotState(
  database: Pick<Database | Transaction, 'query'>,
  name: string,
): Promise<SlotState | undefined> {
  const [row] = await database.query<{
    readonly is_lost: boolean;
    readonly is_active: boolean;
    readonly restart: string;
    readonly confirmed: string;
    readonly lag: string;
    readonly most_lag: string | null;
  }>(sql`
    select coalesce(wal_status = 'lost', false) as is_lost, active as is_active,
      coalesce(restart_lsn, '0/0')::text as restart, coalesce(confirmed_flush_lsn, '0/0')::text as confirmed,
      coalesce(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), restart_lsn), 0)::text as lag,
      (select nullif(setting, '-1')::bigint * 1048576 from pg_settings where name = 'max_slot_wal_keep_size')::text
        as most_lag
    from pg_replication_slots where slot_name = ${name} and database = current_database()`);
  if (row === undefined) return undefined;
  return {
    isLost: row.is_lost,
    isActive: row.is_active,
    restart: parseLsn(row.restart),
    confirmed: parseLsn(row.confirmed),
    lag: Number(row.lag),
    mostLag: row.most_lag === null ? null : Number(row.most_lag),
  };
}

/**
 * The slot, made where there is none or where Postgres has given it up. Servers that do it at once wait for each
 * other. Gives where the log begins. Throws PostgresError.
 */
export async function ensureSlot(
  database: Database,
  name: string,
): Promise<{ readonly isNew: boolean; readonly confirmed: bigint }> {
  return database.transaction(async (transaction) => {
    await transaction.query(
      sql`select set_config('statement_timeout', ${String(patience)}, true), set_config('lock_timeout', '0', true)`,
    );
    await transaction.query(sql`select pg_advisory_xact_lock(${lock})`);
    const state = await slotState(transaction, name);
    if (state !== undefined && !state.isLost) return { isNew: false, confirmed: state.confirmed };
    if (state !== undefined) await transaction.query(sql`select pg_drop_replication_slot(${name})`);
    const [made] = await transaction.query<{ readonly lsn: string }>(
      sql`select lsn::text from pg_create_logical_replication_slot(${name}, 'pgoutput')`,
    );
    return { isNew: true, confirmed: parseLsn(made?.lsn ?? '0/0') };
  });
}

/** Drops the slot, where there is one, when its reader has gone. Throws PostgresError where that takes too long. */
export async function dropSlot(database: Database, name: string): Promise<void> {
  const pauses = [10, 50, 200, 1_000, 3_000];
  for (;;) {
    try {
      await database.query(
        sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${name}`,
      );
      return;
    } catch (error) {
      const pause = pauses.shift();
      const isRead = error instanceof PostgresError && error.code === '55006';
      if (!isRead || pause === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Throws CaptureError where Postgres does not log what logical decoding needs. */
export async function checkWalLevel(database: Database): Promise<void> {
  const [row] = await database.query<{ readonly level: string }>(
    sql`select current_setting('wal_level') as level`,
  );
  if (row?.level === 'logical') return;
  throw new CaptureError(
    'wal_level',
    `Realtime changes need wal_level = logical; it is ${row?.level}. Set it (alter system set wal_level = logical) and restart Postgres.`,
  );
}

/** End of the log. */
export async function endOfLog(database: Database): Promise<bigint> {
  const [row] = await database.query<{ readonly lsn: string }>(
    sql`select pg_current_wal_insert_lsn()::text as lsn`,
  );
  return parseLsn(row?.lsn ?? '0/0');
}
