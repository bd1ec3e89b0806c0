import { ident, join, raw, type Sql, sql } from '@plinth/postgres';
import type { ShapeColumn, TableShape } from '@plinth/schema';
import type { RowSort } from '../../api/rows.ts';
import { consoleError } from '../../errors/console-errors.ts';

/** One key of a total order. */
export interface OrderKey {
  /** Column of the table, or `ctid` / `tableoid`. */
  readonly name: string;
  /** What a parameter is cast to; from the catalog, quoted. */
  readonly type: Sql;
  readonly descending: boolean;
  readonly nullable: boolean;
}

const systemKeys = {
  ctid: { name: 'ctid', type: raw('pg_catalog.tid'), nullable: false },
  tableoid: { name: 'tableoid', type: raw('pg_catalog.oid'), nullable: false },
};

/** The columns that name a row of a relation; empty where nothing does. */
export function identityKeys(shape: TableShape): readonly Omit<OrderKey, 'descending'>[] {
  switch (shape.identity) {
    case 'primary key':
      return shape.primaryKey.map((name) => columnKey(findColumn(shape, name)));
    case 'ctid':
      return [systemKeys.ctid];
    case 'tableoid and ctid':
      return [systemKeys.tableoid, systemKeys.ctid];
    case 'none':
      return [];
  }
}

/**
 * The order of a window: what the member sorts by, then what names a row, so that no two rows are equal.
 * The identity follows the direction of the last sort key: an index on that key alone then serves both, and
 * one row comparison finds the place. Throws AppError `column_not_found` or `column_not_sortable`.
 */
export function totalOrder(shape: TableShape, sort: readonly RowSort[]): readonly OrderKey[] {
  const keys: OrderKey[] = [];
  for (const { column, descending } of sort) {
    if (keys.some(({ name }) => name === column)) continue;
    const found = findColumn(shape, column);
    if (!found.sortable) {
      throw consoleError('column_not_sortable', {
        message: `Values of ${JSON.stringify(column)} have no order in Postgres`,
      });
    }
    keys.push({ ...columnKey(found), descending });
  }
  const descending = keys.at(-1)?.descending ?? false;
  for (const key of identityKeys(shape)) {
    if (!keys.some(({ name }) => name === key.name)) keys.push({ ...key, descending });
  }
  return keys;
}

/** Throws AppError `column_not_found`. */
export function findColumn(shape: TableShape, name: string): ShapeColumn {
  const column = shape.columns.find((each) => each.name === name);
  if (column === undefined) {
    throw consoleError('column_not_found', {
      message: `${shape.schema}.${shape.name} has no column ${JSON.stringify(name)}`,
    });
  }
  return column;
}

function columnKey({ name, typeSql, notNull }: ShapeColumn): Omit<OrderKey, 'descending'> {
  return { name, type: raw(typeSql), nullable: !notNull };
}

/**
 * ` order by a, b desc`; empty for no keys. Where nulls go is left to Postgres (behind the values, before them
 * when descending), since that is how an index is stored.
 */
export function orderClause(keys: readonly OrderKey[], column: (name: string) => Sql): Sql {
  if (keys.length === 0) return raw('');
  const terms = keys.map(({ name, descending }) =>
    descending ? sql`${column(name)} desc` : column(name),
  );
  return sql` order by ${join(terms)}`;
}

/** A column of the table under its alias in all our statements. */
export function ofTable(name: string): Sql {
  return ident('t', name);
}
