import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ProjectStorageApi, type StorageBucket } from '../../../api/project-storage.ts';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { apiReads, consoleReads, type StorageReads } from './reads.ts';

export interface StorageAccess {
  /** Undefined until the project's address is known. */
  readonly storage: ProjectStorageApi | undefined;
  readonly reads: StorageReads | undefined;
  /** False for members who only look; they read no bytes of private buckets. */
  readonly canWrite: boolean;
  readonly error: unknown;
}

/** The storage of a project, as far as the member reaches it. */
export function useStorage(ref: string): StorageAccess {
  const api = useApi();
  const { data: project, error } = useQuery(queries.project(api, ref));
  const url = project?.url;
  const publishableKey = project?.publishableKey;
  const canWrite = project?.role !== 'viewer';
  return useMemo(() => {
    if (url === undefined || publishableKey === undefined)
      return { storage: undefined, reads: undefined, canWrite, error };
    const storage = new ProjectStorageApi(api.client, { url, publishableKey });
    const console = api.console.project(ref);
    return {
      storage,
      reads: canWrite ? apiReads(storage, console) : consoleReads(console),
      canWrite,
      error,
    };
  }, [api, ref, url, publishableKey, canWrite, error]);
}

/** Names of what is kept of a project's storage. */
export const storageKeys = {
  all: (ref: string) => ['project', ref, 'storage'] as const,
  buckets: (ref: string) => ['project', ref, 'storage', 'buckets'] as const,
  bucket: (ref: string, bucket: string) => ['project', ref, 'storage', 'in', bucket] as const,
  policies: (ref: string) => ['project', ref, 'storage', 'policies'] as const,
  largest: (ref: string) => ['project', ref, 'storage', 'largest'] as const,
};

/** The buckets of a project, by name. */
export function useBuckets(ref: string): UseQueryResult<readonly StorageBucket[]> {
  const { reads } = useStorage(ref);
  return useQuery({
    queryKey: storageKeys.buckets(ref),
    queryFn: () => present(reads).buckets(),
    enabled: reads !== undefined,
    staleTime: 15_000,
  });
}

/** Bytes of the largest file that the project takes. */
export function useLargestFile(ref: string): number | null {
  const { storage } = useStorage(ref);
  const { data } = useQuery({
    queryKey: storageKeys.largest(ref),
    queryFn: () => present(storage).largestFile(),
    enabled: storage !== undefined,
    staleTime: 600_000,
  });
  return data ?? null;
}

/** To be called after anything that changed the files of a bucket. */
export function useFilesChanged(ref: string): (bucket: string) => void {
  const client = useQueryClient();
  return (bucket) => void client.invalidateQueries({ queryKey: storageKeys.bucket(ref, bucket) });
}

/** The part of a query that runs only when there is one. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the project is not loaded');
  return value;
}
