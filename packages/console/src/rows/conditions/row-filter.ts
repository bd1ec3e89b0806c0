import { ident, join, raw, type Sql, sql } from '@plinth/postgres';
import type { TableShape } from '@plinth/schema';
import type { RowFilter } from '../../api/rows.ts';
import { findColumn, identityKeys, ofTable } from '../order/row-order.ts';

/** Most values of an `in` filter. */
const mostValues = 1_000;

const comparisons = {
  eq: raw('='),
  neq: raw('<>'),
  gt: raw('>'),
  gte: raw('>='),
  lt: raw('<'),
  lte: raw('<='),
};

/** The conditions of all filters, joined; `true` where there are none. Throws `column_not_found`. */
export function filterCondition(shape: TableShape, filters: readonly RowFilter[]): Sql {
  if (filters.length === 0) return sql`true`;
  return join(
    filters.map((filter) => oneFilter(shape, filter)),
    ' and ',
  );
}

function oneFilter(shape: TableShape, { column, operator, value }: RowFilter): Sql {
  const { left, type } = operand(shape, column);
  switch (operator) {
    case 'is_null':
      return sql`${ofTable(column)} is null`;
    case 'is_not_null':
      return sql`${ofTable(column)} is not null`;
    case 'like':
      return sql`${ofTable(column)}::text like ${value}`;
    case 'ilike':
      return sql`${ofTable(column)}::text ilike ${value}`;
    case 'in': {
      const values = splitList(value).slice(0, mostValues);
      if (values.length === 0) return sql`false`;
      return sql`${left} in (${join(values.map((each) => sql`${each}::${type}`))})`;
    }
    default:
      return sql`${left} ${comparisons[operator]} ${value}::${type}`;
  }
}

/** What a value is compared with. Types without an order (json, xml, point) are compared as text. */
function operand(shape: TableShape, name: string): { readonly left: Sql; readonly type: Sql } {
  const system = identityKeys(shape).find((key) => key.name === name);
  if (system !== undefined) return { left: ident('t', name), type: system.type };
  const { typeSql, sortable } = findColumn(shape, name);
  if (!sortable) return { left: sql`${ofTable(name)}::text`, type: raw('pg_catalog.text') };
  return { left: ofTable(name), type: raw(typeSql) };
}

/** `a, "b, c"` → `a` and `b, c`: items are trimmed, quotes keep commas and blanks, `""` is a quote. */
export function splitList(text: string): readonly string[] {
  const items: string[] = [];
  const item = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(,|$)/gy;
  for (let match = item.exec(text); match !== null; match = item.exec(text)) {
    const [, quoted, plain = '', separator] = match;
    const value = quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"');
    if (value !== '' || quoted !== undefined) items.push(value);
    if (separator === '') break;
  }
  return items;
}
