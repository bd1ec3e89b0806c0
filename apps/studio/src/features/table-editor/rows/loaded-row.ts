import type { RowKey, RowsPage, SavedRow } from '@plinth/console/api';
import { encodeRowKey } from './row-key.ts';

/** A row as it is shown. A change makes a new object. */
export interface LoadedRow {
  readonly values: readonly (string | null)[];
  /** Null where the rows of the table cannot be named (views). */
  readonly key: RowKey | null;
  readonly keyId: string | null;
  /** Full length in characters of the cells that came cut, by column. */
  readonly cut: ReadonlyMap<number, number> | null;
  /** What somebody else has just changed: these columns, or the whole row, which is new; `gone`: it was deleted. */
  readonly fresh?: ReadonlySet<number> | 'all' | 'gone';
}

const noCut: null = null;

/** The rows of a page. */
export function rowsOf(page: RowsPage): LoadedRow[] {
  const cut = new Map<number, Map<number, number>>();
  for (const [row, column, length] of page.truncated) {
    const known = cut.get(row) ?? new Map<number, number>();
    cut.set(row, known.set(column, length));
  }
  return page.rows.map((values, index) => {
    const key = page.keys?.[index] ?? null;
    return {
      values,
      key,
      keyId: key === null ? null : encodeRowKey(key),
      cut: cut.get(index) ?? noCut,
    };
  });
}

/** A row as it was saved. */
export const savedRow = ({ row, key, truncated }: SavedRow): LoadedRow => ({
  values: row,
  key,
  keyId: encodeRowKey(key),
  cut: truncated.length === 0 ? noCut : new Map(truncated),
});
