import { sql } from '@plinth/postgres';
import type { Access } from '../access/access.ts';
import { run } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { checkBucket } from '../input/names.ts';
import { isoTime } from '../objects/stored-object.ts';

/** What of a folder is listed (v1). */
export interface ListQuery {
  readonly prefix: string;
  readonly limit: number;
  readonly offset: number;
  /** Beginning of the names, whatever their case. */
  readonly search: string;
  readonly column: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at';
  readonly order: 'asc' | 'desc';
}

/** The folder's objects and folders that the caller may see, as JSON text. */
export async function listObjects(
  core: StorageCore,
  access: Access,
  bucket: string,
  query: ListQuery,
): Promise<string> {
  checkBucket(bucket);
  const { limit, offset, search, column, order } = query;
  const prefix =
    query.prefix === '' || query.prefix.endsWith('/') ? query.prefix : `${query.prefix}/`;
  const levels = prefix.split('/').length;
  const { rows } = await run(
    core,
    access,
    { table: 'objects', commands: ['SELECT'], bucket },
    sql`select coalesce(json_agg(json_build_object(
        'name', e.name, 'id', e.id, 'updated_at', ${isoTime('e.updated_at')}, 'created_at', ${isoTime('e.created_at')},
        'last_accessed_at', ${isoTime('e.last_accessed_at')}, 'metadata', e.metadata) order by e.place), '[]')
      from storage.search(${prefix}, ${bucket}, ${limit}::int, ${levels}::int, ${offset}::int, ${search}, ${column},
        ${order}) with ordinality as e (name, id, updated_at, created_at, last_accessed_at, metadata, place)`,
    { signal: access.signal },
  );
  return rows[0]?.[0] ?? '[]';
}
