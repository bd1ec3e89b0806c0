import { quoteIdentifier } from '@plinth/postgres';
import type { TableCatalog } from '../../catalog/table-catalog.ts';

/** Columns of the table of identities. No column of a user's table is called like that, so they may stand unqualified names beside. */
export const who = {
  sub: '"plinth who"."plinth:sub"',
  role: '"plinth who"."plinth:role"',
  email: '"plinth who"."plinth:email"',
  claims: '"plinth who"."plinth:claims"',
  text: '"plinth who"."plinth:text"',
} as const;

/** Number of an image, from 1. */
export const imageNumber = '"plinth image"."plinth:n"';

/**
 * A WITH item and FROM items: as `imagesAs`, but the images are made into rows once, however often they are joined. Not
 * for tables with generated columns.
 */
export function imagesOnce(table: TableCatalog): { readonly with: string; readonly from: string } {
  const alias = quoteIdentifier(table.name);
  return {
    with:
      'with "plinth image" as materialized (select "plinth:n", ' +
      `pg_catalog.json_populate_record(null::${tableName(table)}, "plinth:json") as "plinth:row" ` +
      `from ${jsonImages} as "plinth json"("plinth:json", "plinth:n")) `,
    from: `"plinth image" cross join lateral (select ("plinth:row").*) as ${alias}`,
  };
}

const jsonImages =
  "pg_catalog.json_array_elements(pg_catalog.current_setting('plinth.images')::pg_catalog.json) with ordinality";

/**
 * FROM items that give the images of `plinth.images` as rows of the table, under the table's own name, as policies
 * expect it. Expressions of generated columns are put in, since the log leaves them out.
 */
export function imagesAs(table: TableCatalog): string {
  const images = `${jsonImages} as "plinth image"("plinth:json", "plinth:n")`;
  const alias = quoteIdentifier(table.name);
  const populated = `pg_catalog.json_populate_record(null::${tableName(table)}, "plinth image"."plinth:json")`;
  if (!table.columns.some(({ generated }) => generated !== undefined)) {
    return `${images} cross join lateral ${populated} as ${alias}`;
  }
  const columns = table.columns.map(({ name, generated }) =>
    generated === undefined ? quoteIdentifier(name) : `(${generated}) as ${quoteIdentifier(name)}`,
  );
  return `${images} cross join lateral (select ${columns.join(', ')} from ${populated} as ${alias}) as ${alias}`;
}

export function tableName({ schema, name }: TableCatalog): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

/** One image is among those that are asked about; none named: all are. The setting is read once, not for each row. */
export const isWanted: string =
  "((select pg_catalog.current_setting('plinth.wanted')) = '{}' or " +
  `${imageNumber} = any ((select pg_catalog.current_setting('plinth.wanted')::pg_catalog.int8[])::pg_catalog.int8[]))`;

/** The numbers of the images that satisfy a condition, as an array in text. */
export function seenImages(from: string, condition: string): string {
  return `select coalesce(pg_catalog.array_agg(${imageNumber})::pg_catalog.text, '{}') from ${from} where ${condition}`;
}
