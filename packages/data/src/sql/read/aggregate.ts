import type { Aggregate } from '../../parse/syntax.ts';
import { Fragment, sql, typeName } from '../fragment.ts';

export function castSql(expression: Fragment, cast: string | undefined): Fragment {
  return cast === undefined ? expression : sql`cast(${expression} as ${typeName(cast)})`;
}

/** `sum(expression)`, cast where asked for; the expression itself without an aggregate. */
export function aggregateSql(
  expression: Fragment,
  aggregate: Aggregate | undefined,
  cast: string | undefined,
): Fragment {
  if (aggregate === undefined) return expression;
  return castSql(new Fragment([`${aggregate}(`, ')'], [expression]), cast);
}
