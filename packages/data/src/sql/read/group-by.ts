import { type Fragment, integer } from '../fragment.ts';

/** One expression of a select list. */
export interface Selected {
  readonly sql: Fragment;
  readonly isAggregate: boolean;
}

/**
 * What rows are grouped by where a select list has aggregates: everything else in it. By position, since a name
 * would mean a column of the relation before it means one of the list.
 */
export function groupBy(list: readonly Selected[]): readonly Fragment[] {
  if (!list.some(({ isAggregate }) => isAggregate)) return [];
  return list.flatMap(({ isAggregate }, index) => (isAggregate ? [] : [integer(index + 1)]));
}
