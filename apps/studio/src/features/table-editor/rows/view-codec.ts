import type { FilterOperator, RowFilter, RowSort } from '@plinth/console/api';
import { decodePart, encodePart } from './url-parts.ts';

/** All operators in the order of the menu. */
export const operators: readonly FilterOperator[] = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'in',
  'is_null',
  'is_not_null',
];

const isOperator = (text: string): text is FilterOperator =>
  operators.some((operator) => operator === text);

/** True for the operators that compare with nothing. */
export const isNullTest = (operator: FilterOperator): boolean =>
  operator === 'is_null' || operator === 'is_not_null';

/** `status:eq:open`, as it stands in the URL. The value keeps its colons and commas: it is the last part. */
export function encodeFilter({ column, operator, value }: RowFilter): string {
  const start = `${encodePart(column)}:${operator}`;
  return isNullTest(operator) ? start : `${start}:${value}`;
}

/** The filter in a URL; null where it is none. */
export function decodeFilter(text: string): RowFilter | null {
  const match = /^([^:]+):([a-z_]+)(?::([\s\S]*))?$/.exec(text);
  const [, column, operator, value = ''] = match ?? [];
  if (column === undefined || operator === undefined || !isOperator(operator)) return null;
  return {
    column: decodePart(column),
    operator,
    value: isNullTest(operator) ? '' : value,
  };
}

/** `created_at:desc,id`, as it stands in the URL; undefined for no order. */
export function encodeSort(sort: readonly RowSort[]): string | undefined {
  if (sort.length === 0) return undefined;
  return sort
    .map(({ column, descending }) => `${encodePart(column)}${descending ? ':desc' : ''}`)
    .join(',');
}

/** The order in a URL. */
export function decodeSort(text: string | undefined): readonly RowSort[] {
  if (text === undefined || text === '') return [];
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const descending = part.endsWith(':desc');
      return { column: decodePart(descending ? part.slice(0, -5) : part), descending };
    });
}

/** The order after a click on a column: ascending, descending, none; `additive` keeps the other columns. */
export function toggleSort(
  sort: readonly RowSort[],
  column: string,
  additive: boolean,
): readonly RowSort[] {
  const known = sort.find((one) => one.column === column);
  const others = additive ? sort : sort.filter((one) => one.column === column);
  if (known === undefined) return [...(additive ? sort : []), { column, descending: false }];
  return known.descending
    ? others.filter((one) => one !== known)
    : others.map((one) => (one === known ? { column, descending: true } : one));
}
