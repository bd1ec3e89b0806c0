import { sql } from '@plinth/postgres';
import type { TableShape } from '@plinth/schema';
import type { CellQuery, CellValue } from '../api/rows.ts';
import { consoleError } from '../errors/console-errors.ts';
import { keyCondition } from './conditions/row-key.ts';
import { findColumn, ofTable } from './order/row-order.ts';
import type { AccessOptions, RowAccess } from './row-access.ts';
import { relation } from './window-statement.ts';

/** Longest value that is sent, in bytes of its text. */
const mostBytes = 16 * 1024 * 1024;

/** One whole value. Throws AppError `row_not_found` or `value_too_large`. */
export async function readCell(
  access: RowAccess,
  shape: TableShape,
  { key, column }: CellQuery,
  options: AccessOptions,
): Promise<CellValue> {
  const { name, long } = findColumn(shape, column);
  const value = long ? sql`${ofTable(name)}::text` : ofTable(name);
  const condition = keyCondition(shape, key);
  const statement = long
    ? sql`select case when octet_length(v.x) <= ${mostBytes} then v.x end, octet_length(v.x)
          from (select ${value} as x from ${relation(shape)} where ${condition} offset 0) v`
    : sql`select ${value}, 0 from ${relation(shape)} where ${condition}`;
  const [result] = await access.run([statement], options);
  const [line] = result?.rows ?? [];
  if (line === undefined) throw consoleError('row_not_found');
  if (Number(line[1]) > mostBytes) throw consoleError('value_too_large');
  return { value: line[0] ?? null };
}
