import { raw, type Sql, sql } from '@plinth/postgres';
import type { Access } from '../access/access.ts';
import { rowsOf } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { checkBucket } from '../input/names.ts';
import { isoTime } from '../objects/stored-object.ts';
import { type Cursor, decodeCursor, encodeCursor, type SortColumn } from './cursor.ts';

/** A page of a bucket (v2, S3). */
export interface PageQuery {
  readonly prefix: string;
  /** Empty: no folders, every object below the prefix. Sorting by time knows `/` only. */
  readonly delimiter: string;
  /** 1 to 1,000. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Names up to this one are left out (S3's start-after); a cursor goes before it. */
  readonly startAfter?: string | undefined;
  readonly column: SortColumn;
  readonly order: 'asc' | 'desc';
}

/** An object or a folder of a page. */
export interface PageEntry {
  /** The last part of the name; only where folders are asked for. */
  readonly key?: string;
  /** In full; folders end in their delimiter. */
  readonly name: string;
  readonly id: string | null;
  readonly updated_at: string | null;
  readonly created_at: string | null;
  readonly last_accessed_at: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export interface Page {
  readonly hasNext: boolean;
  readonly nextCursor?: string;
  readonly nextCursorKey?: string;
  readonly folders: readonly PageEntry[];
  readonly objects: readonly PageEntry[];
}

/** One page of what the caller may see. Throws `InvalidParameter` for a cursor that is none. */
export async function listPage(
  core: StorageCore,
  access: Access,
  bucket: string,
  query: PageQuery,
): Promise<Page> {
  checkBucket(bucket);
  const from = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  const column = from?.column ?? query.column;
  const order = from?.order ?? query.order;
  const sorted = { ...query, column, order };
  const entries = await rowsOf<PageEntry>(
    core,
    access,
    { table: 'objects', commands: ['SELECT'], bucket },
    statementOf(bucket, sorted, from),
    { signal: access.signal },
  );
  const shown = entries.slice(0, query.limit);
  return {
    hasNext: entries.length > shown.length,
    ...(entries.length > shown.length && nextOf(shown.at(-1), column, order)),
    folders: shown.filter(({ id }) => id === null),
    objects: shown.filter(({ id }) => id !== null),
  };
}

function nextOf(
  last: PageEntry | undefined,
  column: SortColumn,
  order: 'asc' | 'desc',
): Pick<Page, 'nextCursor' | 'nextCursorKey'> {
  if (last === undefined) return {};
  const columnAfter = column === 'name' ? undefined : (last[column] ?? undefined);
  return {
    nextCursor: encodeCursor({ startAfter: last.name, order, column, columnAfter }),
    nextCursorKey: last.name,
  };
}

/** One entry more than the page holds tells whether there is another. */
function statementOf(bucket: string, query: PageQuery, from: Cursor | undefined): Sql {
  const { prefix, delimiter, limit, column, order } = query;
  const after = from?.startAfter ?? query.startAfter ?? '';
  if (delimiter === '/') {
    const levels = prefix.split('/').length;
    return sql`select ${entryJson(true)} from storage.search_v2(${prefix}, ${bucket}, ${limit + 1}::int,
      ${levels}::int, ${after}, ${order}, ${column}, ${from?.columnAfter ?? ''}) as e`;
  }
  if (column !== 'name' && delimiter === '') return byTime(bucket, query, after, from?.columnAfter);
  return sql`select ${entryJson(false)} from storage.list_level(${bucket}, ${prefix}, ${delimiter}, ${after},
    ${limit + 1}::int, 0, ${order === 'desc'}::bool, false) as e`;
}

function byTime(
  bucket: string,
  { prefix, limit, column, order }: PageQuery,
  after: string,
  columnAfter: string | undefined,
): Sql {
  const time = raw(
    `date_trunc('milliseconds', e.${column === 'updated_at' ? 'updated_at' : 'created_at'})`,
  );
  const direction = raw(order === 'desc' ? 'desc' : 'asc');
  const beyond = raw(order === 'desc' ? '<' : '>');
  return sql`select ${entryJson(false)} from storage.objects as e
    where e.bucket_id = ${bucket} and starts_with(e.name, ${prefix}) and (${after} = ''
      or row(${time}, e.name collate "C") ${beyond}
        row(coalesce(${columnAfter ?? null}::timestamptz, 'epoch'), ${after} collate "C"))
    order by ${time} ${direction}, e.name collate "C" ${direction} limit ${limit + 1}::int`;
}

function entryJson(withKey: boolean): Sql {
  const key = raw(withKey ? `'key', e.key, ` : '');
  return sql`json_build_object(${key}'name', e.name, 'id', e.id, 'updated_at', ${isoTime('e.updated_at')},
    'created_at', ${isoTime('e.created_at')}, 'last_accessed_at', ${isoTime('e.last_accessed_at')},
    'metadata', e.metadata)`;
}
