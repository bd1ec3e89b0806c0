import type { SqlFilter } from './filter.ts';

/** What all filters of a batch should take at most, in milliseconds: changes of the table wait for them. */
export const batchBudget = 500;

/** What a filter may always take: a round trip alone, on a busy machine. */
const leastShare = 3;

/** Most filters in one statement. */
const perStatement = 50;

/** So often a filter may take more than its share of slow batches, at last alone, before it is given up. */
const patience = 10;

/** Filters that were asked together, and how long that took, in milliseconds. */
export interface TimedStatement {
  readonly filters: readonly SqlFilter[];
  readonly took: number;
}

/** Puts filters into statements: those beyond suspicion first, and the more suspect the fewer together. */
export function companies(filters: readonly SqlFilter[]): readonly (readonly SqlFilter[])[] {
  const sorted = [...filters].sort((left, right) => left.suspicion - right.suspicion);
  const groups: SqlFilter[][] = [];
  for (const filter of sorted) {
    const last = groups.at(-1);
    const most = Math.max(1, perStatement >> (2 * filter.suspicion));
    if (last === undefined || last.length >= most) groups.push([filter]);
    else last.push(filter);
  }
  return groups;
}

/**
 * After a slow batch suspects the filters of statements that took more than their share, after a quick one all of them
 * less; gives up those that stay slow alone. Nobody can slow a table down for everybody with many filters of which each
 * is just quick enough.
 */
export function judge(statements: readonly TimedStatement[]): void {
  const total = statements.reduce((sum, { took }) => sum + took, 0);
  const count = statements.reduce((sum, { filters }) => sum + filters.length, 0);
  const share = Math.max(leastShare, batchBudget / count);
  for (const { filters, took } of statements) {
    for (const filter of filters) {
      if (total <= batchBudget) filter.suspicion = Math.max(0, filter.suspicion - 1);
      else if (took / filters.length > share) filter.suspicion += 1;
      if (filter.suspicion >= patience && filters.length === 1) {
        filter.broken = 'The filter takes too long';
      }
    }
  }
}
