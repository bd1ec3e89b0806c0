import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListColumn } from '../../../api/project-storage.ts';
import { mostFound } from '../data/reads.ts';
import { present, storageKeys, useStorage } from '../data/use-storage.ts';
import { type BucketSearch, sortColumns } from '../routes.ts';
import { type Entry, entriesOf, fileOf, prefixOf } from './entries.ts';

/** Entries of the first page, which is to be there at once, and of those that follow. */
const firstPage = 200;
const laterPage = 1000;

export interface Sort {
  readonly column: ListColumn;
  readonly descending: boolean;
}

/** `updated_at:desc` */
export function sortOf(text: string | undefined): Sort {
  const [name, direction] = (text ?? '').split(':');
  const column = sortColumns.find((one) => one === name) ?? 'name';
  return { column, descending: direction === 'desc' };
}

export const sortText = ({ column, descending }: Sort): string | undefined =>
  column === 'name' && !descending ? undefined : `${column}:${descending ? 'desc' : 'asc'}`;

export interface Entries {
  /** Undefined before the first answer. */
  readonly entries: readonly Entry[] | undefined;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly loading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** True where a search found more files than are shown. */
  readonly cut: boolean;
}

/** What lies in a folder, or what a search found. */
export function useEntries(ref: string, bucket: string, search: BucketSearch): Entries {
  const all = search.search !== undefined && search.scope === 'all';
  const listed = useFolder(ref, bucket, search, !all);
  const found = useFound(ref, bucket, search, all);
  return all ? found : listed;
}

function useFolder(ref: string, bucket: string, search: BucketSearch, enabled: boolean): Entries {
  const { reads } = useStorage(ref);
  const { column, descending } = sortOf(search.sort);
  const folder = prefixOf(search.path);
  const prefix = `${folder}${search.search ?? ''}`;
  const place = `of ${folder}`;
  const query = useInfiniteQuery({
    queryKey: [...storageKeys.bucket(ref, bucket), 'list', place, prefix, column, descending],
    queryFn: ({ pageParam, signal }) =>
      present(reads).list(
        bucket,
        {
          prefix,
          cursor: pageParam,
          limit: pageParam === undefined ? firstPage : laterPage,
          folders: true,
          column,
          descending,
        },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.hasNext ? page.nextCursor : undefined),
    enabled: enabled && reads !== undefined,
    // The same folder in another order stays in sight; what another folder holds is never shown as this one's.
    placeholderData: (previous, before) =>
      before?.queryKey.includes(place) === true ? previous : undefined,
  });
  const pages = query.data?.pages;
  const entries = useMemo(() => pages?.flatMap((page) => entriesOf(page, prefix)), [pages, prefix]);
  return {
    entries,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    loading: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
    cut: false,
  };
}

function useFound(ref: string, bucket: string, search: BucketSearch, enabled: boolean): Entries {
  const { reads } = useStorage(ref);
  const prefix = prefixOf(search.path);
  const words = search.search ?? '';
  const query = useQuery({
    queryKey: [...storageKeys.bucket(ref, bucket), 'found', prefix, words],
    queryFn: () => present(reads).find(bucket, prefix, words),
    enabled: enabled && reads !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const entries = useMemo(
    () => data?.map((entry) => fileOf(entry, entry.name.slice(prefix.length))),
    [data, prefix],
  );
  return {
    entries,
    hasMore: false,
    loadMore: () => {},
    loading: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
    cut: data?.length === mostFound,
  };
}
