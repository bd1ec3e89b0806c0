import { PostgresError, quoteIdentifier } from '@plinth/postgres';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import type { ImageDatabase } from '../policies/in-sql/image-database.ts';
import { imageJson } from '../policies/in-sql/image-json.ts';
import { imageNumber, imagesAs } from '../policies/in-sql/image-sql.ts';
import type { OpenValue } from './change-values.ts';

/** Longest that writing a batch's values may take, in milliseconds. */
const timeout = 2_000;

/** Has Postgres write the values that only it can write: composites, ranges of bounds, generated columns… */
export async function writeOpenValues(
  database: ImageDatabase,
  table: TableCatalog,
  open: readonly OpenValue[],
): Promise<void> {
  if (open.length === 0) return;
  const images = [...new Set(open.map(({ image }) => image))];
  const columns = [...new Set(open.map(({ column }) => column))];
  const found = await ask(
    database,
    table,
    images.map((image) => imageJson(table, image)),
    columns,
  );
  const numbers = new Map(images.map((image, at) => [image, at]));
  for (const { into, image, column, text } of open) {
    const json = found[numbers.get(image) ?? -1]?.[columns.indexOf(column)];
    if (json !== undefined && json !== null) into.set(column, json);
    else if (text !== undefined) into.set(column, JSON.stringify(text));
    else if (json === null) into.set(column, 'null');
  }
}

async function ask(
  database: ImageDatabase,
  table: TableCatalog,
  images: readonly string[],
  columns: readonly string[],
): Promise<readonly (readonly (string | null)[])[]> {
  const alias = quoteIdentifier(table.name);
  const values = columns.map(
    (name) => `pg_catalog.to_jsonb(${alias}.${quoteIdentifier(name)})::pg_catalog.text`,
  );
  const statement =
    `select pg_catalog.json_agg(pg_catalog.json_build_array(${values.join(', ')}) order by ${imageNumber})::pg_catalog.text ` +
    `from ${imagesAs(table)}`;
  try {
    const text = await database.query(statement, images, { role: 'none', timeout });
    return JSON.parse(text ?? '[]');
  } catch (error) {
    if (!(error instanceof PostgresError)) throw error;
    return [];
  }
}
