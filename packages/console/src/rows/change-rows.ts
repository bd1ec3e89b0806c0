import { ident, join, raw, type Sql, sql } from '@plinth/postgres';
import type { TableShape } from '@plinth/schema';
import type { InsertRow, RowKey, RowSort, RowValues, SavedRow, UpdateRow } from '../api/rows.ts';
import { consoleError } from '../errors/console-errors.ts';
import type { ConsoleLimits } from '../limits.ts';
import { RowReader } from './cells.ts';
import { keyCondition, keysCondition } from './conditions/row-key.ts';
import { findColumn, ofTable, totalOrder } from './order/row-order.ts';
import type { RowAccess } from './row-access.ts';
import { relation } from './window-statement.ts';

/** What rows are changed with. */
export interface ChangeContext {
  readonly access: RowAccess;
  readonly shape: TableShape;
  readonly limits: ConsoleLimits;
}

/** Puts a row in; gives it as Postgres stored it. */
export async function insertRow(
  context: ChangeContext,
  { values, sort = [] }: InsertRow,
): Promise<SavedRow> {
  const { shape } = context;
  const names = Object.keys(values);
  const target = relation(shape);
  const insert =
    names.length === 0
      ? sql`insert into ${target} default values`
      : sql`insert into ${target} (${join(names.map((name) => ident(findColumn(shape, name).name)))})
            values (${join(names.map((name) => castValue(shape, name, values[name] ?? null)))})`;
  const saved = await returning(context, insert, sort);
  // Only a trigger that returns NULL lets an INSERT succeed without a row.
  if (saved === undefined)
    throw consoleError('row_not_found', { message: 'A trigger of the table kept the row out' });
  return saved;
}

/** Changes cells of one row. Throws AppError `row_changed` or `row_not_found`; then nothing was written. */
export async function updateRow(
  context: ChangeContext,
  { key, values, expected = {}, sort = [] }: UpdateRow,
): Promise<SavedRow> {
  const { access, shape, limits } = context;
  const changes = Object.entries(values).map(
    ([name, value]) =>
      sql`${ident(findColumn(shape, name).name)} = ${castValue(shape, name, value)}`,
  );
  const named = keyCondition(shape, key);
  const condition = join([named, ...expectations(shape, expected)], ' and ');
  const update = sql`update ${relation(shape)} set ${join(changes)} where ${condition}`;
  const saved = await returning(context, update, sort);
  if (saved !== undefined) return saved;
  const [found] = await access.run([sql`select from ${relation(shape)} where ${named}`], {
    timeout: limits.writeTimeout,
    readOnly: true,
  });
  throw consoleError(found?.rows.length === 0 ? 'row_not_found' : 'row_changed');
}

/** Deletes rows by their keys; gives how many there were. */
export async function deleteRows(
  { access, shape, limits }: ChangeContext,
  keys: readonly RowKey[],
): Promise<number> {
  const [result] = await access.run(
    [sql`delete from ${relation(shape)} where ${keysCondition(shape, keys)}`],
    { timeout: limits.writeTimeout, readOnly: false },
  );
  return Number(result?.tag.split(' ')[1] ?? 0);
}

/**
 * A value in its exact text form, cast to the column's type without its length: Postgres' own rules of
 * assignment then apply, and a text too long for varchar(20) is an error instead of being cut.
 */
function castValue(shape: TableShape, name: string, value: string | null): Sql {
  return sql`${value}::${raw(findColumn(shape, name).typeSql)}`;
}

/** Types without an equality (json, xml) are compared by their text. */
function expectations(shape: TableShape, expected: RowValues): Sql[] {
  return Object.entries(expected).map(([name, value]) => {
    const { sortable, typeSql } = findColumn(shape, name);
    return sortable
      ? sql`${ofTable(name)} is not distinct from ${value}::${raw(typeSql)}`
      : sql`${ofTable(name)}::text is not distinct from ${value}::text`;
  });
}

async function returning(
  { access, shape, limits }: ChangeContext,
  change: Sql,
  sort: readonly RowSort[],
): Promise<SavedRow | undefined> {
  const reader = new RowReader(shape, totalOrder(shape, sort), 1);
  const statement = sql`with saved as (${change} returning ${reader.columns}) ${reader.read(sql`saved`)}`;
  const [result] = await access.run([statement], {
    timeout: limits.writeTimeout,
    readOnly: false,
  });
  const [line] = result?.rows ?? [];
  if (line === undefined) return undefined;
  const { cells, cuts, anchor, key } = reader.row(line);
  return { row: cells, truncated: cuts, key: key ?? {}, anchor };
}
