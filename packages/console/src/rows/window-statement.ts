import { ident, join, raw, type Sql, sql } from '@plinth/postgres';
import type { TableShape } from '@plinth/schema';
import type { RowsQuery } from '../api/rows.ts';
import { consoleError } from '../errors/console-errors.ts';
import { RowReader } from './cells.ts';
import { filterCondition } from './conditions/row-filter.ts';
import {
  identityKeys,
  type OrderKey,
  ofTable,
  orderClause,
  totalOrder,
} from './order/row-order.ts';
import { stretchesBehind } from './order/seek.ts';

/** A window of rows, ready to be asked for. */
export interface WindowStatement {
  readonly statement: Sql;
  /**
   * The same window looked for in a few pages of the table only: if it comes back full it is the answer.
   * Undefined where that could not help.
   */
  readonly quickStatement: Sql | undefined;
  readonly reader: RowReader;
  /**
   * Number of the first row from the start, where rows have no anchor but their number (views); undefined
   * where they have one.
   */
  readonly firstNumber: number | undefined;
}

/** Rows to walk over from which on only their keys are read on the way: an index alone may hold those. */
const farOffset = 1_000;

/** Where in its order a window begins. */
interface Place {
  readonly stretches: readonly Sql[];
  readonly offset: number;
}

/** Writes the statement of a window. Throws AppError for columns and anchors that do not fit the table. */
export function windowStatement(shape: TableShape, query: RowsQuery): WindowStatement {
  const order = totalOrder(shape, query.sort);
  const reader = new RowReader(shape, order, query.limit);
  const place = placeOf(shape, order, query);
  const filter = filterCondition(shape, query.filters);
  const conditions =
    place.stretches.length === 0
      ? [filter]
      : place.stretches.map((stretch) => sql`${filter} and ${stretch}`);
  const part = { shape, order, reader, conditions, offset: place.offset, limit: query.limit };
  const isFar = place.offset > farOffset && canJoin(shape);
  const pages = fewPages(shape, order, query);
  const inPages = conditions.map((condition) => sql`${condition} and ${pages ?? filter}`);
  return {
    statement: reader.read(isFar ? farPage(part) : nearPage(part)),
    quickStatement:
      pages === undefined ? undefined : reader.read(nearPage({ ...part, conditions: inPages })),
    reader,
    firstNumber: shape.identity === 'none' ? place.offset : undefined,
  };
}

function placeOf(
  shape: TableShape,
  order: readonly OrderKey[],
  { after, offset }: RowsQuery,
): Place {
  if (after === undefined) return { stretches: [], offset };
  if (shape.identity !== 'none') {
    const stretches = stretchesBehind(order, after);
    return { stretches: stretches.length === 0 ? [sql`false`] : stretches, offset };
  }
  const number = Number(after[0]);
  if (after.length !== 1 || !Number.isSafeInteger(number) || number < 0) {
    throw consoleError('invalid_anchor');
  }
  return { stretches: [], offset: number + 1 + offset };
}

const ctidText = /^\((\d+),\d+\)$/;

/** Pages of a table that are numbered. */
const lastPage = 4_294_967_295;

/**
 * Without a key the order is that of the places in the table, which no index holds: Postgres would sort all
 * of it for every window. Rows that lie there one after another are found in as many pages as there are rows
 * to walk over, or fewer.
 */
function fewPages(
  { identity }: TableShape,
  order: readonly OrderKey[],
  { after, filters, offset, limit }: RowsQuery,
): Sql | undefined {
  const isPlain = identity === 'ctid' && order.length === 1 && filters.length === 0;
  if (!isPlain || offset > farOffset) return undefined;
  const first = after === undefined ? 0 : Number(ctidText.exec(after[0] ?? '')?.[1] ?? lastPage);
  const end = first + offset + limit + 1;
  return end > lastPage ? undefined : sql`t.ctid < ${`(${end},0)`}::tid`;
}

interface PageParts {
  readonly shape: TableShape;
  readonly order: readonly OrderKey[];
  readonly reader: RowReader;
  /** One for each stretch of the order. */
  readonly conditions: readonly Sql[];
  readonly offset: number;
  readonly limit: number;
}

/** All columns of the rows on the way are at hand: the cheapest for a short way. */
function nearPage({ shape, order, reader, conditions, offset, limit }: PageParts): Sql {
  const list = reader.columns;
  const from = relation(shape);
  const inTable = orderClause(order, ofTable);
  const end = sql` limit ${limit} offset ${offset}`;
  const [only, ...more] = conditions;
  if (only !== undefined && more.length === 0) {
    return sql`(select ${list} from ${from} where ${only}${inTable}${end})`;
  }
  const branches = conditions.map(
    (condition) =>
      sql`(select ${list} from ${from} where ${condition}${inTable} limit ${offset + limit})`,
  );
  return sql`(select u.* from (${join(branches, ' union all ')}) u${reader.orderBy('u')}${end})`;
}

/** Walks over keys only, then fetches the rows of the window by theirs. */
function farPage({ shape, order, reader, conditions, offset, limit }: PageParts): Sql {
  const keyAlias = (source: string, name: string): Sql =>
    raw(`${source}.o${order.findIndex((key) => key.name === name)}`);
  const list = join(order.map(({ name }, index) => sql`${ofTable(name)} as ${raw(`o${index}`)}`));
  const branches = conditions.map(
    (condition) =>
      sql`(select ${list} from ${relation(shape)} where ${condition}${orderClause(order, ofTable)} limit ${offset + limit})`,
  );
  const keys = sql`(select u.* from (${join(branches, ' union all ')}) u${orderClause(order, (name) => keyAlias('u', name))} limit ${limit} offset ${offset})`;
  const same = identityKeys(shape).map(
    ({ name }) => sql`${ofTable(name)} = ${keyAlias('k', name)}`,
  );
  return sql`(select ${reader.columns} from ${keys} k join ${relation(shape)} on ${join(same, ' and ')})`;
}

/** A ctid can be joined by as well; with partitions Postgres would have to look into each. */
function canJoin({ identity }: TableShape): boolean {
  return identity === 'primary key' || identity === 'ctid';
}

/** The relation under the alias that all conditions and columns use. */
export function relation({ schema, name }: Pick<TableShape, 'schema' | 'name'>): Sql {
  return sql`${ident(schema, name)} as t`;
}
