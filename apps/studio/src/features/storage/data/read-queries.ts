import type { ListQuery, StorageEntry } from '../../../api/project-storage.ts';

/** Queries of schema storage. Each row is one JSON value of the shape that the Storage API answers with. */

/** A text as SQL writes it, whatever is in it. */
export const literal = (text: string): string =>
  text.includes('\\')
    ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`;

const entry = `json_build_object('name', e.name, 'id', e.id, 'updated_at', e.updated_at,
  'created_at', e.created_at, 'metadata', e.metadata)`;

export const buckets = `select json_build_object('id', b.id, 'name', b.name, 'public', b.public,
  'file_size_limit', b.file_size_limit, 'allowed_mime_types', b.allowed_mime_types,
  'created_at', b.created_at, 'updated_at', b.updated_at) from storage.buckets as b order by b.name`;

/** Where a page ended: the last name, and its time where the order is one of times. */
export function cursorOf(last: StorageEntry | undefined, { column }: ListQuery): string {
  const time = last === undefined || column === 'name' ? '' : (last[column] ?? '');
  return JSON.stringify([last?.name ?? '', time]);
}

function placeOf(cursor: string | undefined): readonly [name: string, time: string] {
  const parts: unknown = cursor === undefined ? [] : JSON.parse(cursor);
  const [name, time] = Array.isArray(parts) ? parts : [];
  return [typeof name === 'string' ? name : '', typeof time === 'string' ? time : ''];
}

/** One entry more than the page holds. Without folders: every file below the prefix, by name. */
export function list(bucket: string, query: ListQuery): string {
  const [after, time] = placeOf(query.cursor);
  const most = query.limit + 1;
  if (!query.folders)
    return `select ${entry} from storage.objects as e where e.bucket_id = ${literal(bucket)}
      and starts_with(e.name, ${literal(query.prefix)}) and e.name collate "C" > ${literal(after)}
      order by e.name collate "C" limit ${most}`;
  const levels = query.prefix.split('/').length;
  return `select ${entry} from storage.search_v2(${literal(query.prefix)}, ${literal(bucket)}, ${most}, ${levels},
    ${literal(after)}, ${query.descending ? "'desc'" : "'asc'"}, '${query.column}', ${literal(time)}) as e`;
}

const named = (bucket: string, key: string): string =>
  `where o.bucket_id = ${literal(bucket)} and o.name = ${literal(key)}`;

export const info = (bucket: string, key: string): string =>
  `select json_build_object('id', o.id, 'name', o.name, 'version', o.version,
    'size', (o.metadata->>'size')::bigint, 'content_type', o.metadata->>'mimetype',
    'cache_control', o.metadata->>'cacheControl', 'etag', o.metadata->>'eTag', 'metadata', o.user_metadata,
    'last_modified', o.updated_at, 'created_at', o.created_at)
  from storage.objects as o ${named(bucket, key)}`;

export const owner = (bucket: string, key: string): string =>
  `select json_build_object('id', o.owner_id, 'email', null)
  from storage.objects as o ${named(bucket, key)} and o.owner_id is not null`;

export const ownerWithEmail = (bucket: string, key: string): string =>
  `select json_build_object('id', o.owner_id, 'email', u.email)
  from storage.objects as o left join auth.users as u on u.id::text = o.owner_id
  ${named(bucket, key)} and o.owner_id is not null`;

/** `%` and `_` in the words mean themselves. */
export function find(bucket: string, prefix: string, words: string, most: number): string {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return `select ${entry} from storage.objects as e where e.bucket_id = ${literal(bucket)}
    and starts_with(e.name, ${literal(prefix)}) and e.name ilike ${literal(pattern)}
    order by e.name collate "C" limit ${most}`;
}

/** What policies of storage.objects say. */
export const policies = `select policyname, cmd, array_to_string(roles, ', '), permissive, qual, with_check
from pg_policies where schemaname = 'storage' and tablename = 'objects' order by cmd, policyname`;
