import type { Column, TableDetails } from '@plinth/console/api';

/** How much a column tells about a row: names before numbers, and long text last. */
function telling(table: Pick<TableDetails, 'primaryKey'>, column: Column): number {
  const { name, category } = column;
  let points = 0;
  if (/^(?:title|name|full_name|label|subject|email|slug)$/i.test(name)) points += 10;
  if (/(?:name|title|email|number)/i.test(name)) points += 4;
  if (category === 'text') points += 3;
  if (category === 'enum') points += 2;
  if (category === 'timestamp' || category === 'date') points += 2;
  if (/(?:_id|_url|token|hash|password)$/i.test(name)) points -= 4;
  if (/^(?:body|content|description|text|note|notes|bio|comment)$/i.test(name)) points -= 3;
  if (category === 'uuid' || category === 'json' || category === 'array') points -= 3;
  if (table.primaryKey.includes(name)) points += 1;
  if (!column.nullable) points += 1;
  return points;
}

/** The two columns that say most about a row, best first, by their index. */
export function tellingColumns(
  table: Pick<TableDetails, 'primaryKey' | 'columns'>,
): readonly [number, number | undefined] {
  const ranked = table.columns
    .map((column, index) => ({ index, points: telling(table, column) }))
    .sort((a, b) => b.points - a.points || a.index - b.index);
  return [ranked[0]?.index ?? 0, ranked[1]?.index];
}
