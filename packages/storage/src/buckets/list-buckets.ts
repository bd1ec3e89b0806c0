import { raw, sql } from '@plinth/postgres';
import type { Access } from '../access/access.ts';
import { run } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { bucketJson } from './bucket.ts';

/** Which buckets are listed, and in what order; without a column in none. */
export interface BucketsQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly column?: 'id' | 'name' | 'created_at' | 'updated_at' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  /** Part of the name, whatever its case. */
  readonly search?: string | undefined;
}

/** The buckets that the caller may see, as JSON text. */
export async function listBuckets(
  core: StorageCore,
  access: Access,
  { limit, offset, column, order, search = '' }: BucketsQuery,
): Promise<string> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const sorted = raw(column === undefined ? '' : `order by s.${column} ${order ?? 'asc'}`);
  const { rows } = await run(
    core,
    access,
    { table: 'buckets', commands: ['SELECT'] },
    sql`select coalesce(json_agg(${bucketJson(true)}), '[]') from (
      select s.* from storage.buckets as s where ${search} = '' or s.name ilike ${pattern}
      ${sorted} limit ${limit ?? null}::bigint offset ${offset ?? 0}::bigint) as b`,
  );
  return rows[0]?.[0] ?? '[]';
}
