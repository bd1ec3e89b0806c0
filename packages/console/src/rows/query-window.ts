import type { StatementResult } from '@plinth/postgres';
import type { TableShape } from '@plinth/schema';
import type { RowsPage, RowsQuery } from '../api/rows.ts';
import type { ConsoleLimits } from '../limits.ts';
import type { RowAccess } from './row-access.ts';
import { rowTotal } from './row-total.ts';
import { type WindowStatement, windowStatement } from './window-statement.ts';

/** What a window is read with. */
export interface WindowContext {
  readonly access: RowAccess;
  readonly shape: TableShape;
  readonly limits: ConsoleLimits;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Reads a window of rows, and for the first one of a query how many there are. */
export async function queryWindow(context: WindowContext, query: RowsQuery): Promise<RowsPage> {
  const { access, shape, limits, signal } = context;
  const start = context.now();
  const { reader, firstNumber, ...window } = windowStatement(shape, query);
  const lines = await readLines(context, window, query.limit);
  const rows = lines.map((line) => reader.row(line));
  const isFirst = query.after === undefined && query.offset === 0;
  const total = !isFirst
    ? null
    : rows.length < query.limit
      ? { value: rows.length, exact: true }
      : await rowTotal(access, shape, query.filters, limits, signal);
  return {
    columns: shape.columns.map(({ name }) => name),
    rows: rows.map(({ cells }) => cells),
    truncated: rows.flatMap(({ cuts }, row) =>
      cuts.map(([column, length]) => [row, column, length] as const),
    ),
    anchors: rows.map(({ anchor }, row) =>
      firstNumber === undefined ? anchor : [String(firstNumber + row)],
    ),
    keys: shape.identity === 'none' ? null : rows.map(({ key }) => key ?? {}),
    total,
    milliseconds: context.now() - start,
  };
}

async function readLines(
  { access, limits, signal }: WindowContext,
  { statement, quickStatement }: Pick<WindowStatement, 'statement' | 'quickStatement'>,
  limit: number,
): Promise<StatementResult['rows']> {
  const options = { timeout: limits.windowTimeout, readOnly: true, signal };
  if (quickStatement !== undefined) {
    const [quick] = await access.run([quickStatement], options);
    if (quick?.rows.length === limit) return quick.rows;
  }
  const [result] = await access.run([statement], options);
  return result?.rows ?? [];
}
