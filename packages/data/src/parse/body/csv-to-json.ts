import { limits } from '../limits.ts';
import { type CsvRow, csvRows } from './csv.ts';
import { invalidBody } from './invalid-body.ts';

/** Rows as a JSON array of objects, and the keys that all of them have, sorted. */
export interface CsvDocument {
  readonly json: string;
  readonly keys: readonly string[];
}

/**
 * A CSV body with a header line as JSON: `NULL` is null, everything else is text, which Postgres makes into the
 * column's type. Throws PGRST102.
 */
export function csvToJson(text: string): CsvDocument {
  let members: readonly string[] | undefined;
  let names: CsvRow = [];
  const objects: string[] = [];
  for (const row of csvRows(text)) {
    if (members === undefined) {
      names = row;
      members = names.map((name) => `${JSON.stringify(name)}:`);
      continue;
    }
    if (row.length < members.length) throw invalidBody('All lines must have same number of fields');
    if (objects.length >= limits.objects) {
      throw invalidBody(`The CSV has more than ${limits.objects} lines`);
    }
    objects.push(objectText(members, row));
  }
  if (members === undefined) throw invalidBody('The CSV has no header line');
  const keys = objects.length === 0 ? [] : [...new Set(names)].sort();
  return { json: `[${objects.join()}]`, keys };
}

function objectText(members: readonly string[], row: CsvRow): string {
  return `{${members.map((member, index) => member + valueText(row[index] ?? '')).join()}}`;
}

function valueText(field: string): string {
  return field === 'NULL' ? 'null' : JSON.stringify(field);
}
