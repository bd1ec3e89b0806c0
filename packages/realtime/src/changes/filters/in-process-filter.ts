import type { CatalogColumn } from '../catalog/table-catalog.ts';
import type { LoggedValue } from '../change-source.ts';
import { compareDecimals } from '../compare-decimals.ts';
import type { InProcessFilter } from './filter.ts';
import { likeTest } from './like.ts';
import type { ParsedFilter } from './parse-filter.ts';

/** True, false, or null for SQL's unknown. */
type Test = (value: string | null) => boolean | null;

/**
 * A filter that needs no Postgres, its values already in the form that the log has; undefined where the column's type
 * or the operator is not of that kind.
 */
export function inProcessFilter(
  { operator, isNegated }: ParsedFilter,
  column: CatalogColumn,
  values: readonly string[],
): InProcessFilter | undefined {
  const test = testOf(operator, column, values);
  if (test === undefined) return undefined;
  const { name } = column;
  const isIndexable = (operator === 'eq' || operator === 'in') && !isNegated;
  return {
    kind: 'in-process',
    column: name,
    test: (value: LoggedValue) => {
      if (value === undefined) return false;
      const truth = test(value);
      return truth !== null && truth !== isNegated;
    },
    ...(isIndexable && column.comparison !== 'decimal' && { equals: values }),
  };
}

function testOf(
  operator: ParsedFilter['operator'],
  column: CatalogColumn,
  values: readonly string[],
): Test | undefined {
  const { comparison } = column;
  const [first = ''] = values;
  if (operator === 'is') return isTest(first);
  if (comparison === 'other') return undefined;
  const isNumber = comparison === 'integer' || comparison === 'decimal';
  const isEqual =
    comparison === 'decimal'
      ? (a: string, b: string) => compareDecimals(a, b) === 0
      : (a: string, b: string) => a === b;
  switch (operator) {
    case 'eq':
      return (value) => (value === null ? null : isEqual(value, first));
    case 'neq':
      return (value) => (value === null ? null : !isEqual(value, first));
    case 'isdistinct':
      return (value) => value === null || !isEqual(value, first);
    case 'in':
      return (value) => (value === null ? null : values.some((each) => isEqual(value, each)));
    case 'like': {
      if (comparison !== 'text') return undefined;
      const matches = likeTest(first);
      return (value) => (value === null ? null : matches(value));
    }
    default: {
      const order = isNumber ? orders[operator] : undefined;
      if (order === undefined) return undefined;
      return (value) => (value === null ? null : order(compareDecimals(value, first)));
    }
  }
}

const orders: Partial<Record<ParsedFilter['operator'], (order: number) => boolean>> = {
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

function isTest(what: string): Test {
  if (what === 'null' || what === 'unknown') return (value) => value === null;
  const wanted = what === 'true' ? 't' : 'f';
  return (value) => value === wanted;
}
