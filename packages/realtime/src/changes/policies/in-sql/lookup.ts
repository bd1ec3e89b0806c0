import { quoteIdentifier } from '@plinth/postgres';
import type { TableCatalog } from '../../catalog/table-catalog.ts';
import type { RowImage } from '../../row-image.ts';
import type { ImageDatabase } from './image-database.ts';
import { imageJson } from './image-json.ts';
import { imageNumber, imagesAs, isWanted, seenImages, tableName } from './image-sql.ts';

/** Longest that a look into the table may take, in milliseconds. */
const timeout = 2_000;

/** Rows of the images that the table shows to whoever asks; undefined without a primary key. */
export function lookupStatement(table: TableCatalog): string | undefined {
  const joined = joinedToTable(table);
  return joined === undefined ? undefined : seenImages(joined, isWanted);
}

/**
 * Looks up, by primary key, values that the log left out (large ones that did not change) and that are needed to
 * decide. Rows that are gone stay incomplete.
 */
export async function completeImages(
  database: ImageDatabase,
  table: TableCatalog,
  images: readonly RowImage[],
  columns: readonly string[],
): Promise<void> {
  const needed = columns.filter((name) => table.byName.get(name)?.generated === undefined);
  const open = images.filter((image) => needed.some((name) => image.value(name) === undefined));
  const joined = joinedToTable(table);
  if (open.length === 0 || joined === undefined) return;
  const values = needed.map((name) => `"plinth row".${quoteIdentifier(name)}::pg_catalog.text`);
  const statement =
    `select pg_catalog.json_agg(pg_catalog.json_build_array(${[imageNumber, ...values].join(', ')}))::pg_catalog.text ` +
    `from ${joined}`;
  const json = open.map((image) => imageJson(table, image));
  // service_role reads every row; what it may not select stays unknown.
  const text = await database.query(statement, json, { role: 'service_role', timeout });
  for (const [number, ...found] of JSON.parse(text ?? '[]') as [number, ...(string | null)[]][]) {
    const image = open[number - 1];
    found.forEach((value, at) => {
      const name = needed[at];
      if (image !== undefined && name !== undefined && image.value(name) === undefined) {
        image.complete(name, loggedText(table, name, value));
      }
    });
  }
}

/** A cast to text says `true` where the log says `t`. */
function loggedText(table: TableCatalog, name: string, value: string | null): string | null {
  return table.byName.get(name)?.form === 'boolean' && value !== null ? value.slice(0, 1) : value;
}

function joinedToTable(table: TableCatalog): string | undefined {
  if (table.key.length === 0) return undefined;
  const image = quoteIdentifier(table.name);
  const pairs = table.key.map((name) => {
    const column = quoteIdentifier(name);
    return `"plinth row".${column} = ${image}.${column}`;
  });
  return `${imagesAs(table)} join ${tableName(table)} as "plinth row" on ${pairs.join(' and ')}`;
}
