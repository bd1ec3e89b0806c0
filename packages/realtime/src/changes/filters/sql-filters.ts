import type { Clock } from '@plinth/kernel';
import { PostgresError } from '@plinth/postgres';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import type { ImageDatabase } from '../policies/in-sql/image-database.ts';
import { imageJson } from '../policies/in-sql/image-json.ts';
import { imageNumber, imagesAs } from '../policies/in-sql/image-sql.ts';
import type { RowImage } from '../row-image.ts';
import { batchBudget, companies, judge, type TimedStatement } from './fair-share.ts';
import type { SqlFilter } from './filter.ts';

/** Longest that several filters may take, and then each of them alone, in milliseconds. */
const timeout = { together: 500, alone: 2_000, late: 100 };

/** Which images (from 0) each filter matches. */
export type FilterMatches = ReadonlyMap<SqlFilter, ReadonlySet<number>>;

/**
 * Evaluates filters on row images. One that fails or takes too long is marked as broken and matches nothing from then
 * on; so is one that, while all together take too long, goes on taking far more than its share: nobody can slow a table
 * down for everybody with many filters of which each is slow enough.
 */
export async function matchInSql(
  database: ImageDatabase,
  clock: Clock,
  table: TableCatalog,
  images: readonly RowImage[],
  filters: readonly SqlFilter[],
): Promise<FilterMatches> {
  const matches = new Map<SqlFilter, ReadonlySet<number>>();
  const usable = filters.filter(({ broken }) => broken === undefined);
  if (usable.length === 0 || images.length === 0) return matches;
  const began = clock.now();
  const spent = (): number => clock.now() - began;
  const rows: Rows = { table, images, json: images.map((image) => imageJson(table, image)), spent };
  const statements: TimedStatement[] = [];
  for (const some of companies(usable)) {
    const before = spent();
    await matchSome(database, rows, some, matches);
    statements.push({ filters: some, took: spent() - before });
  }
  judge(statements);
  return matches;
}

interface Rows {
  readonly table: TableCatalog;
  readonly json: readonly string[];
  readonly images: readonly RowImage[];
  /** Milliseconds that the batch has taken so far. */
  readonly spent: () => number;
}

async function matchSome(
  database: ImageDatabase,
  rows: Rows,
  filters: readonly SqlFilter[],
  matches: Map<SqlFilter, ReadonlySet<number>>,
): Promise<void> {
  try {
    const text = await database.query(statementFor(rows.table, filters), rows.json, {
      role: 'none',
      arguments: JSON.stringify(filters.map(({ value }) => value)),
      timeout: timeoutFor(filters, rows),
    });
    const found = JSON.parse(text ?? '[]') as [number, boolean[]][];
    filters.forEach((filter, at) => {
      const seen = found
        .filter(([number, truths]) => truths[at] === true && isKnown(rows, filter, number - 1))
        .map(([number]) => number - 1);
      matches.set(filter, new Set(seen));
    });
  } catch (error) {
    if (!(error instanceof PostgresError)) throw error;
    const [only] = filters;
    if (filters.length === 1 && only !== undefined) {
      only.broken = error.message;
      return;
    }
    for (const filter of filters) await matchSome(database, rows, [filter], matches);
  }
}

/** One filter alone has time, unless others have taken it already. */
function timeoutFor(filters: readonly SqlFilter[], { spent }: Rows): number {
  if (filters.length > 1) return timeout.together;
  return spent() > batchBudget ? timeout.late : timeout.alone;
}

/** A column that was not logged matches nothing. */
function isKnown({ images, table }: Rows, { column }: SqlFilter, number: number): boolean {
  if (table.byName.get(column)?.generated !== undefined) return true;
  return images[number]?.logged(column) !== undefined;
}

function statementFor(table: TableCatalog, filters: readonly SqlFilter[]): string {
  const conditions = filters.map(
    ({ before, behind }, at) =>
      `coalesce(${before}(pg_catalog.current_setting('plinth.arguments')::pg_catalog.json ->> ${at})${behind}, false)`,
  );
  return (
    `select pg_catalog.json_agg(pg_catalog.json_build_array(${imageNumber}, array[${conditions.join(', ')}]))::pg_catalog.text ` +
    `from ${imagesAs(table)}`
  );
}
