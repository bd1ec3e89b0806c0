import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from './api.ts';

/** Names and functions of everything that is asked of the server and kept for a while. */
export const queries = {
  me: (api: Api) =>
    queryOptions({ queryKey: ['me'], queryFn: () => api.console.me(), staleTime: 300_000 }),
  projects: (api: Api) =>
    queryOptions({
      queryKey: ['projects'],
      queryFn: () => api.console.projects(),
      staleTime: 60_000,
    }),
  project: (api: Api, ref: string) =>
    queryOptions({
      queryKey: ['project', ref, 'details'],
      queryFn: () => api.console.project(ref).details(),
      staleTime: 15_000,
    }),
  schemas: (api: Api, ref: string) =>
    queryOptions({
      queryKey: ['project', ref, 'schemas'],
      queryFn: () => api.console.project(ref).schemas(),
      staleTime: 30_000,
    }),
  tables: (api: Api, ref: string, schema: string) =>
    queryOptions({
      queryKey: ['project', ref, 'tables', schema],
      queryFn: () => api.console.project(ref).tables(schema),
      staleTime: 15_000,
    }),
  table: (api: Api, ref: string, id: number) =>
    queryOptions({
      queryKey: ['project', ref, 'table', id],
      queryFn: () => api.console.project(ref).table(id),
      staleTime: 15_000,
    }),
  fileJobs: (api: Api, ref: string) =>
    queryOptions({
      queryKey: ['project', ref, 'file-jobs'],
      queryFn: ({ signal }) => api.console.project(ref).fileJobs(signal),
    }),
  /** `failed` tells whether there is more to know than last time. */
  fileJob: (api: Api, ref: string, id: string, failed: number) =>
    queryOptions({
      queryKey: ['project', ref, 'file-job', id, failed],
      queryFn: () => api.console.project(ref).fileJob(id),
      staleTime: 60_000,
    }),
  realtimeTables: (api: Api, ref: string) =>
    queryOptions({
      queryKey: ['project', ref, 'realtime', 'tables'],
      queryFn: () => api.console.project(ref).realtimeTables(),
      staleTime: 15_000,
    }),
  types: (api: Api, ref: string) =>
    queryOptions({
      queryKey: ['project', ref, 'types'],
      queryFn: () => api.console.project(ref).types(),
      staleTime: 300_000,
    }),
};

/** To be called after anything that may have changed the schema of a project's database. */
export async function schemaChanged(client: QueryClient, ref: string): Promise<void> {
  await Promise.all(
    ['schemas', 'tables', 'table', 'types', 'details', 'realtime'].map((part) =>
      client.invalidateQueries({ queryKey: ['project', ref, part] }),
    ),
  );
}
