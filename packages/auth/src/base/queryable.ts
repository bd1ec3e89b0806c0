import type { Sql } from '@plinth/postgres';

/** A database or a transaction at work: both run one statement. */
export interface Queryable {
  query<Row extends object>(statement: Sql): Promise<Row[]>;
}
