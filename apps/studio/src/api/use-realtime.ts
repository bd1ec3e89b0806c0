import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ProjectRealtime, projectRealtime } from './project-realtime.ts';
import { queries } from './queries.ts';
import { useApi } from './use-api.ts';
import { useRole } from './use-can-write.ts';

/** The project's channels; undefined until its address is known. */
export function useRealtime(ref: string): ProjectRealtime | undefined {
  const api = useApi();
  const { data: project } = useQuery(queries.project(api, ref));
  const role = useRole(ref);
  const url = project?.url;
  const publishableKey = project?.publishableKey;
  return useMemo(
    () =>
      url === undefined || publishableKey === undefined || role === undefined
        ? undefined
        : projectRealtime({ url, publishableKey }, api.session, role !== 'viewer'),
    [api, url, publishableKey, role],
  );
}
