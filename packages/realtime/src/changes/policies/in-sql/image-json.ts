import type { TableCatalog } from '../../catalog/table-catalog.ts';
import type { RowImage } from '../../row-image.ts';

/** A row image as the JSON that `json_populate_record` makes a row of. Values that are missing become NULL. */
export function imageJson(table: TableCatalog, image: RowImage): string {
  const members: string[] = [];
  for (const { name, isJson, generated } of table.columns) {
    if (generated !== undefined) continue;
    const value = image.value(name);
    if (value === undefined || value === null) continue;
    // Other types read their text; JSON would read a text as a JSON string.
    members.push(`${JSON.stringify(name)}:${isJson ? value : JSON.stringify(value)}`);
  }
  return `{${members.join(',')}}`;
}
