import type { LoadedRow } from './loaded-row.ts';

/**
 * Rows that were loaded again: those that hold what they held stay the same objects, so that nothing is drawn anew; the
 * others say what others have changed.
 */
export function compareRows(
  before: ReadonlyMap<string, LoadedRow>,
  rows: readonly LoadedRow[],
  inserted: ReadonlySet<string>,
): LoadedRow[] {
  return rows.map((row) => {
    if (row.keyId === null) return row;
    const known = before.get(row.keyId);
    if (known === undefined) return inserted.has(row.keyId) ? { ...row, fresh: 'all' } : row;
    // It was said to be gone, and is there: somebody has put it back.
    if (known.fresh === 'gone') return row;
    const changed = changedColumns(known, row);
    if (changed.size === 0) return known;
    // What was fresh a moment ago still is.
    const fresh =
      known.fresh === 'all' ? ('all' as const) : new Set([...(known.fresh ?? []), ...changed]);
    return { ...row, fresh };
  });
}

function changedColumns(known: LoadedRow, row: LoadedRow): Set<number> {
  const changed = new Set<number>();
  row.values.forEach((value, column) => {
    const isSame =
      value === known.values[column] && row.cut?.get(column) === known.cut?.get(column);
    if (!isSame) changed.add(column);
  });
  return changed;
}
