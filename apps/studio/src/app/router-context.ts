import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../api/api.ts';

/** What every route may use while it loads. */
export interface RouterContext {
  readonly api: Api;
  readonly queryClient: QueryClient;
}
