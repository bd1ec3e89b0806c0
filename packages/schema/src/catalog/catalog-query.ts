import { type Database, type Setting, type Sql, sql } from '@plinth/postgres';

/** A query on the catalog whose rows look like `Row`, as JSON: numbers of any integer type are numbers. */
export interface CatalogQuery<Row> {
  readonly statement: Sql;
  /** Never there; carries the type. */
  readonly row?: Row;
}

/** Types a query by the rows that it says it gives. */
export function catalogQuery<Row>(statement: Sql): CatalogQuery<Row> {
  return {
    statement: sql`select coalesce(json_agg(q), '[]') from (${statement}) q`,
  };
}

type Answers<Queries extends readonly CatalogQuery<unknown>[]> = {
  [Index in keyof Queries]: Queries[Index] extends CatalogQuery<infer Row> ? Row[] : never;
};

/** The size of a table cannot be asked for while an ALTER TABLE holds it. */
const limits: readonly Setting[] = [
  ['statement_timeout', '10s'],
  ['lock_timeout', '4s'],
];

/**
 * Asks several queries in one round trip, prepared: what a page needs of the catalog costs about a
 * millisecond. They see one snapshot each, not a common one.
 */
export async function readCatalog<const Queries extends readonly CatalogQuery<unknown>[]>(
  database: Database,
  queries: Queries,
): Promise<Answers<Queries>> {
  const results = await database.request(
    { role: database.connection.user, settings: limits },
    queries.map(({ statement }) => statement.render()),
    { readOnly: true },
  );
  return results.map(({ rows }) => JSON.parse(rows[0]?.[0] ?? '[]')) as Answers<Queries>;
}
