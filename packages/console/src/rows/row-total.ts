import { PostgresError, type Sql, sql } from '@plinth/postgres';
import type { TableShape } from '@plinth/schema';
import type { RowFilter, RowTotal } from '../api/rows.ts';
import { queryCanceled } from '../errors/database-failure.ts';
import type { ConsoleLimits } from '../limits.ts';
import { filterCondition } from './conditions/row-filter.ts';
import type { RowAccess } from './row-access.ts';
import { relation } from './window-statement.ts';

/** Most rows that are counted for a first window. */
const mostCounted = 50_000;

/** From this estimate on nothing is counted: it would not end below the limit. */
const surelyMore = 4 * mostCounted;

/** How many rows a query has: counted where that is quick, otherwise the planner's estimate. */
export async function rowTotal(
  access: RowAccess,
  shape: TableShape,
  filters: readonly RowFilter[],
  limits: ConsoleLimits,
  signal: AbortSignal,
): Promise<RowTotal> {
  const condition = filterCondition(shape, filters);
  const estimate = await estimateRows(access, shape, condition, limits, signal);
  if (estimate > surelyMore) return { value: estimate, exact: false };
  try {
    const [result] = await access.run(
      [
        sql`select count(*) from (select from ${relation(shape)} where ${condition} limit ${mostCounted + 1}) c`,
      ],
      { timeout: limits.totalTimeout, readOnly: true, signal },
    );
    const counted = Number(result?.rows[0]?.[0] ?? 0);
    if (counted <= mostCounted) return { value: counted, exact: true };
    return { value: Math.max(counted, estimate), exact: false };
  } catch (error) {
    if (!(error instanceof PostgresError) || error.code !== queryCanceled) throw error;
    return { value: estimate, exact: false };
  }
}

/** The planner's estimate; it knows the size of the table even where nothing was ever analyzed. */
async function estimateRows(
  access: RowAccess,
  shape: TableShape,
  condition: Sql,
  limits: ConsoleLimits,
  signal: AbortSignal,
): Promise<number> {
  const [result] = await access.run(
    [sql`explain (format json) select from ${relation(shape)} where ${condition}`],
    { timeout: limits.windowTimeout, readOnly: true, signal },
  );
  const plans: readonly { readonly Plan?: { readonly 'Plan Rows'?: number } }[] = JSON.parse(
    result?.rows[0]?.[0] ?? '[]',
  );
  return plans[0]?.Plan?.['Plan Rows'] ?? 0;
}

/** The exact number of rows. */
export async function countRows(
  access: RowAccess,
  shape: TableShape,
  filters: readonly RowFilter[],
  limits: ConsoleLimits,
  signal: AbortSignal,
): Promise<number> {
  const [result] = await access.run(
    [sql`select count(*) from ${relation(shape)} where ${filterCondition(shape, filters)}`],
    { timeout: limits.countTimeout, readOnly: true, signal },
  );
  return Number(result?.rows[0]?.[0] ?? 0);
}
