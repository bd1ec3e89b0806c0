import type { RealtimeChannels, RealtimeClients, RealtimeStatus } from '@plinth/console/api';
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useProjectApi } from '../../../api/use-api.ts';
import { useRole } from '../../../api/use-can-write.ts';

/** Milliseconds between two looks while the page is in sight. */
const pause = 3_000;

/** How Realtime is, asked again and again. */
export function useRealtimeStatus(ref: string): UseQueryResult<RealtimeStatus> {
  const projectApi = useProjectApi(ref);
  return useQuery({
    queryKey: ['project', ref, 'realtime', 'status'],
    queryFn: () => projectApi.realtime(),
    refetchInterval: pause,
  });
}

/** The topics whose name holds `search`. */
export function useChannels(ref: string, search: string): UseQueryResult<RealtimeChannels> {
  const projectApi = useProjectApi(ref);
  return useQuery({
    queryKey: ['project', ref, 'realtime', 'channels', search],
    queryFn: () => projectApi.realtimeChannels(search),
    refetchInterval: pause,
    placeholderData: keepPreviousData,
  });
}

/** The clients that fit `search`, page after page; asked only for members who may know. */
export function useClients(
  ref: string,
  search: string,
): UseInfiniteQueryResult<InfiniteData<RealtimeClients>> {
  const projectApi = useProjectApi(ref);
  const role = useRole(ref);
  return useInfiniteQuery({
    queryKey: ['project', ref, 'realtime', 'clients', search],
    queryFn: ({ pageParam }) => projectApi.realtimeClients(search, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: pause,
    placeholderData: keepPreviousData,
    enabled: role !== undefined && role !== 'viewer',
  });
}
