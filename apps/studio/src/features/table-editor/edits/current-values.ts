import type { RowKey } from '@plinth/console/api';
import type { ProjectApi } from '../../../api/console.ts';
import { filtersOfKey } from '../rows/row-key.ts';

/**
 * What these columns of a row hold now; null where the row is gone. Cells that came cut are asked for again, whole: what
 * is compared with them or written back must not be a part.
 */
export async function currentValues(
  projectApi: Pick<ProjectApi, 'queryRows' | 'cell'>,
  tableId: number,
  key: RowKey,
  columns: readonly string[],
): Promise<Readonly<Record<string, string | null>> | null> {
  const page = await projectApi.queryRows(tableId, {
    filters: filtersOfKey(key),
    sort: [],
    offset: 0,
    limit: 1,
  });
  const values = page.rows[0];
  if (values === undefined) return null;
  const cut = new Set(page.truncated.map(([, column]) => page.columns[column]));
  const entries = columns.map(async (column) => {
    if (cut.has(column)) {
      const whole = await projectApi.cell(tableId, { key, column });
      return [column, whole.value] as const;
    }
    return [column, values[page.columns.indexOf(column)] ?? null] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
