import type { OrderTerm } from '../../plan/read/read-plan.ts';
import { empty, type Fragment, sql } from '../fragment.ts';
import { fieldSql } from './field.ts';

const directions = { asc: sql` asc`, desc: sql` desc` } as const;
const nullOrders = { first: sql` nulls first`, last: sql` nulls last` } as const;

/** One term of ORDER BY within the level that SQL calls `alias`. */
export function orderSql(alias: string, term: OrderTerm): Fragment {
  const direction = term.direction === undefined ? empty : directions[term.direction];
  const nulls = term.nulls === undefined ? empty : nullOrders[term.nulls];
  return sql`${termSql(alias, term)}${direction}${nulls}`;
}

/** What a term orders by: a column of the level, or of one of its to-one embeds. */
export function termSql(alias: string, term: OrderTerm): Fragment {
  return fieldSql(term.embedAlias ?? alias, term.field);
}
