import { type Sql, sql } from '@plinth/postgres';
import type { Access } from '../access/access.ts';
import { rowsOf, run } from '../access/run.ts';
import type { StorageCore } from '../core.ts';

/** A part of a bucket in byte order. */
export interface Range {
  readonly bucket: string;
  /** What the names begin with. */
  readonly prefix: string;
  /** Names up to this one are left out; empty: none. */
  readonly after: string;
  /** Objects made later are left out. ISO 8601. */
  readonly asOf: string;
  /** Objects changed later are left out, too. */
  readonly unchanged: boolean;
}

/** Sorts behind every character that a name can hold. */
const behind = '\u{10ffff}';

/** At most `limit` names of the range that the caller may see, sorted. */
export function namesBelow(
  core: StorageCore,
  access: Access,
  range: Range,
  limit: number,
): Promise<string[]> {
  const names = sql`select to_json(o.name) from storage.objects as o where ${within(range)}
    order by o.name collate "C" limit ${limit}::int`;
  return rowsOf<string>(core, access, purposeOf(range), names, { signal: access.signal });
}

/** How many there are of the first `limit` names of the range, and the last of them. */
export async function countBelow(
  core: StorageCore,
  access: Access,
  range: Range,
  limit: number,
): Promise<{ readonly count: number; readonly last: string }> {
  const { rows } = await run(
    core,
    access,
    purposeOf(range),
    sql`select count(*), max(n.name collate "C") from (
      select o.name from storage.objects as o where ${within(range)}
      order by o.name collate "C" limit ${limit}::int) as n`,
    { signal: access.signal },
  );
  const [count, last] = rows[0] ?? [];
  return { count: Number(count ?? 0), last: last ?? '' };
}

function within({ bucket, prefix, after, asOf, unchanged }: Range): Sql {
  const begin =
    after === '' ? sql`o.name collate "C" >= ${prefix}` : sql`o.name collate "C" > ${after}`;
  const changes = unchanged
    ? sql` and coalesce(o.updated_at, '-infinity') <= ${asOf}::timestamptz`
    : sql``;
  return sql`o.bucket_id = ${bucket} and ${begin} and o.name collate "C" < ${prefix + behind}
    and coalesce(o.created_at, '-infinity') <= ${asOf}::timestamptz${changes}`;
}

const purposeOf = ({ bucket }: Range) =>
  ({ table: 'objects', commands: ['SELECT'], bucket }) as const;
