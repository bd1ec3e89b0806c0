import { sql } from '@plinth/postgres';
import type { TestDatabase } from '@plinth/testkit';

/** Whatever was committed before can be decoded: test clusters commit without waiting for the log. */
export function flushLog(database: TestDatabase): Promise<void> {
  return database.as().transaction(async (transaction) => {
    await transaction.script('set local synchronous_commit = on');
    await transaction.query(sql`select pg_logical_emit_message(true, 'flush', '')`);
  });
}
