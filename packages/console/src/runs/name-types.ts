import { arrayLiteral, type Database, sql } from '@plinth/postgres';
import type { SqlResult } from '../api/sql.ts';
import type { RawResult } from './run-script.ts';

/** Results with the names of their columns' types, as format_type() writes them. */
export async function nameTypes(
  owner: Database,
  results: readonly RawResult[],
): Promise<readonly SqlResult[]> {
  const fields = results.flatMap((result) => result.fields);
  const keys = [...new Set(fields.map(keyOf))];
  const names = new Map<string, string>();
  if (keys.length > 0) {
    const rows = await owner.query<{ key: string; name: string | null }>(sql`
      select k.key, format_type(split_part(k.key, ' ', 1)::oid, split_part(k.key, ' ', 2)::int4) as name
      from unnest(${arrayLiteral(keys)}::text[]) as k (key)`);
    for (const { key, name } of rows) names.set(key, name ?? '???');
  }
  return results.map(({ tag, fields: own, rows }) => ({
    tag,
    columns: own.map((field) => ({ name: field.name, type: names.get(keyOf(field)) ?? '???' })),
    rows: rows.rows,
    truncated: rows.isTruncated,
    cut: rows.cut,
  }));
}

function keyOf(field: RawResult['fields'][number]): string {
  return `${field.dataTypeID} ${field.dataTypeModifier}`;
}
