import { join, raw, type Sql, sql } from '@plinth/postgres';

/**
 * Several writes as one statement: one round trip, atomic without BEGIN. All of them see the state before
 * it, so no two may touch the same row, and foreign keys are checked at its end.
 */
export function inOneStatement(writes: readonly Sql[]): Sql {
  const parts = writes.map((write, index) => sql`${raw(`w${index}`)} as (${write})`);
  return sql`with ${join(parts)} select 1`;
}
