import { type Database, ident, sql } from '@plinth/postgres';
import { inTurn, listPartitions } from './in-turn.ts';
import { isPast } from './partition-day.ts';

/** Rows of the DEFAULT partition that are deleted at once. */
const portion = 10_000;

/** Drops partitions that hold nothing younger than `oldest` (milliseconds since 1970), and such rows of DEFAULT. */
export async function dropPast(database: Database, oldest: number): Promise<void> {
  for (const name of await listPartitions(database)) {
    if (!isPast(name, oldest)) continue;
    await inTurn(database, async (transaction) => {
      await transaction.query(sql`drop table if exists ${ident('realtime', name)}`);
    });
  }
  while ((await deletePortion(database, oldest)) === portion);
}

function deletePortion(database: Database, oldest: number): Promise<number> {
  return inTurn(database, (transaction) =>
    transaction.execute(sql`
      delete from only realtime.messages_default where ctid = any(array(
        select ctid from only realtime.messages_default
        where inserted_at < ${new Date(oldest)}::timestamp limit ${portion}
      ))`),
  );
}
