import type { ProjectApi } from '../../../api/console.ts';
import { ApiError } from '../../../api/errors.ts';
import type {
  ListQuery,
  ObjectInfo,
  ProjectStorageApi,
  StorageBucket,
  StorageEntry,
  StoragePage,
} from '../../../api/project-storage.ts';
import { randomId } from '../../../lib/browser.ts';
import * as queries from './read-queries.ts';

/** Who wrote a file, as far as it is known. */
export interface Owner {
  readonly id: string;
  readonly email: string | null;
}

/** What every member can read of the storage; bytes are the Storage API's own. */
export interface StorageReads {
  buckets(): Promise<readonly StorageBucket[]>;
  list(bucket: string, query: ListQuery, signal?: AbortSignal): Promise<StoragePage>;
  info(bucket: string, key: string): Promise<ObjectInfo>;
  owner(bucket: string, key: string): Promise<Owner | null>;
  /** Files of any folder below `prefix` with `words` in their name; at most `mostFound`. */
  find(bucket: string, prefix: string, words: string): Promise<readonly StorageEntry[]>;
  policies(): Promise<readonly (readonly (string | null)[])[]>;
}

type Row = readonly (string | null)[];

/** Most files that a search through all folders gives. */
export const mostFound = 500;

async function rowsOf(console: ProjectApi, sql: string): Promise<readonly Row[]> {
  const { results, failure } = await console.runSql({ id: randomId(), sql, maxRows: 1500 });
  if (failure !== null)
    throw new ApiError(400, {
      code: failure.sqlState,
      message: failure.message,
      database: failure,
    });
  return results.at(-1)?.rows ?? [];
}

/** Each row one JSON value; the queries of `read-queries.ts` write the shapes. */
async function jsonOf<T>(console: ProjectApi, sql: string): Promise<T[]> {
  return (await rowsOf(console, sql)).map(([text]) => JSON.parse(text ?? 'null') as T);
}

/** By the Storage API, for members who may write: it lets in nobody else. */
export function apiReads(storage: ProjectStorageApi, console: ProjectApi): StorageReads {
  return {
    ...consoleReads(console),
    buckets: () => storage.buckets(),
    list: storage.list,
    info: storage.info,
    owner: async (bucket, key) => {
      const [owner] = await jsonOf<Owner>(console, queries.ownerWithEmail(bucket, key));
      return owner ?? null;
    },
  };
}

/** By queries, for members who only look. */
export function consoleReads(console: ProjectApi): StorageReads {
  return {
    buckets: () => jsonOf(console, queries.buckets),
    list: async (bucket, query) => {
      const entries = await jsonOf<StorageEntry>(console, queries.list(bucket, query));
      const shown = entries.slice(0, query.limit);
      return {
        hasNext: entries.length > shown.length,
        nextCursor:
          entries.length > shown.length ? queries.cursorOf(shown.at(-1), query) : undefined,
        folders: shown.filter(({ id }) => id === null),
        objects: shown.filter(({ id }) => id !== null),
      };
    },
    info: async (bucket, key) => {
      const [info] = await jsonOf<ObjectInfo>(console, queries.info(bucket, key));
      if (info === undefined)
        throw new ApiError(404, { code: 'NoSuchKey', message: 'Object not found' });
      return info;
    },
    owner: async (bucket, key) => {
      const [owner] = await jsonOf<Owner>(console, queries.owner(bucket, key));
      return owner ?? null;
    },
    find: (bucket, prefix, words) =>
      jsonOf(console, queries.find(bucket, prefix, words, mostFound)),
    policies: () => rowsOf(console, queries.policies),
  };
}
