import { type TUnsafe, Type } from 'typebox';
import type { FilterOperator, RowFilter, RowKey, RowSort, RowValues } from '../../api/rows.ts';

const operators: readonly FilterOperator[] = [
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

/** A name in Postgres: 63 bytes, so never more characters. */
const name = Type.String({ minLength: 1, maxLength: 63 });

/** Columns of one table at most, in Postgres. */
const mostColumns = 1_600;

/** Filters of a query. */
export const filters: TUnsafe<readonly RowFilter[]> = Type.Unsafe<readonly RowFilter[]>(
  Type.Array(
    Type.Object({
      column: name,
      operator: Type.Enum([...operators]),
      value: Type.String({ maxLength: 100_000 }),
    }),
    { maxItems: 50 },
  ),
);

/** What a query is sorted by. */
export const sort: TUnsafe<readonly RowSort[]> = Type.Unsafe<readonly RowSort[]>(
  Type.Array(Type.Object({ column: name, descending: Type.Boolean() }), { maxItems: 20 }),
);

/** What names a row. */
export const rowKey: TUnsafe<RowKey> = Type.Unsafe<RowKey>(
  Type.Record(Type.String({ minLength: 1, maxLength: 63 }), Type.String(), {
    minProperties: 1,
    maxProperties: 32,
  }),
);

/** Values by column. */
export const rowValues: TUnsafe<RowValues> = Type.Unsafe<RowValues>(
  Type.Record(name, Type.Union([Type.String(), Type.Null()]), { maxProperties: mostColumns }),
);

/** Values by column, at least one. */
export const changedValues: TUnsafe<RowValues> = Type.Unsafe<RowValues>(
  Type.Record(name, Type.Union([Type.String(), Type.Null()]), {
    minProperties: 1,
    maxProperties: mostColumns,
  }),
);
