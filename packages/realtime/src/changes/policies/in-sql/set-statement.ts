import type { TableCatalog } from '../../catalog/table-catalog.ts';
import type { Identity } from '../identity.ts';
import { imageNumber, imagesAs, imagesOnce } from './image-sql.ts';
import type { ForSet } from './rewrite-for-set.ts';

/** One statement for all identities: `[[identity, [image, …]], …]`, identities from 0, images from 1. */
export function setStatement(table: TableCatalog, { text }: ForSet): string {
  const isPlain = table.columns.every(({ generated }) => generated === undefined);
  const images = isPlain ? imagesOnce(table) : { with: '', from: imagesAs(table) };
  return (
    `${images.with}select coalesce(pg_catalog.json_agg(pg_catalog.json_build_array("plinth who", "plinth seen")), '[]')::pg_catalog.text from (` +
    `select "plinth who"."plinth:number" as "plinth who", pg_catalog.array_agg(${imageNumber}) as "plinth seen" ` +
    `from ${images.from} ` +
    `cross join pg_catalog.json_to_recordset(pg_catalog.current_setting('plinth.arguments')::pg_catalog.json) as "plinth who"(` +
    '"plinth:number" pg_catalog.int4, "plinth:sub" pg_catalog.uuid, "plinth:role" pg_catalog.text, ' +
    '"plinth:email" pg_catalog.text, "plinth:text" pg_catalog.text, "plinth:claims" pg_catalog.jsonb, ' +
    '"plinth:wanted" pg_catalog.int8[]) ' +
    `where ("plinth who"."plinth:wanted" is null or ${imageNumber} = any ("plinth who"."plinth:wanted")) ` +
    `and (${text}) group by 1) as "plinth all"`
  );
}

/** The table of identities for it, with the images (of `count`) that each is asked about. */
export function setArguments(
  identities: readonly (readonly [Identity, ReadonlySet<number>])[],
  count: number,
): string {
  // Many identities share one set.
  const lists = new Map<ReadonlySet<number>, readonly number[]>();
  const listOf = (images: ReadonlySet<number>): readonly number[] => {
    const list = lists.get(images) ?? [...images].map((n) => n + 1);
    lists.set(images, list);
    return list;
  };
  return JSON.stringify(
    identities.map(([{ claims, claimsJson }, images], number) => ({
      'plinth:number': number,
      'plinth:sub': claims.sub ?? null,
      'plinth:role': claims.role ?? null,
      'plinth:email': claims.email ?? null,
      'plinth:text': claimsJson,
      'plinth:claims': claims,
      // Null stands for all of them.
      'plinth:wanted': images.size === count ? null : listOf(images),
    })),
  );
}
