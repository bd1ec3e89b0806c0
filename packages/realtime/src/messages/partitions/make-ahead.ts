import { type Database, ident, quoteLiteral, raw, sql, type Transaction } from '@plinth/postgres';
import { inTurn, listPartitions } from './in-turn.ts';
import { type PartitionDay, wantedDays } from './partition-day.ts';

/** Makes the partitions of today and the days ahead that are missing, with the rows that DEFAULT holds for them. */
export async function makeAhead(database: Database, now: number): Promise<void> {
  const wanted = wantedDays(now);
  if (missingOf(wanted, await listPartitions(database)).length === 0) return;
  await inTurn(database, async (transaction) => {
    const missing = missingOf(wanted, await listPartitions(transaction));
    // Rows arrive for today, or wait for a day to come: nobody may put one into DEFAULT between looking and attaching.
    if (missing[0] === wanted[0] || (await holdsRows(transaction, missing))) {
      await transaction.script('lock table realtime.messages in access exclusive mode');
    }
    for (const day of missing) await make(transaction, day);
  });
}

function missingOf(
  wanted: readonly PartitionDay[],
  found: ReadonlySet<string>,
): readonly PartitionDay[] {
  return wanted.filter(({ name }) => !found.has(name));
}

async function holdsRows(
  transaction: Transaction,
  days: readonly PartitionDay[],
): Promise<boolean> {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return false;
  const rows = await transaction.query(sql`
    select from only realtime.messages_default
    where inserted_at >= ${first.first}::date and inserted_at < ${last.next}::date limit 1`);
  return rows.length > 0;
}

/**
 * Attaching takes weaker locks than CREATE TABLE … PARTITION OF. The moved rows are nobody's news: the table is not
 * published before it is attached.
 */
async function make(transaction: Transaction, { name, first, next }: PartitionDay): Promise<void> {
  const table = ident('realtime', name);
  await transaction.query(
    sql`create table ${table} (like realtime.messages including all excluding identity)`,
  );
  await transaction.query(sql`alter table ${table} enable row level security`);
  await transaction.query(sql`
    with moved as (
      delete from only realtime.messages_default
      where inserted_at >= ${first}::date and inserted_at < ${next}::date returning *
    )
    insert into ${table} select * from moved`);
  await transaction.query(sql`
    alter table realtime.messages attach partition ${table}
    for values from (${raw(quoteLiteral(first))}) to (${raw(quoteLiteral(next))})`);
}
