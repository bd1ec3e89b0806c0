import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { createApi } from '../api/api.ts';
import { ApiError } from '../api/errors.ts';
import { ApiContext } from '../api/use-api.ts';
import { listenForShortcuts } from '../lib/shortcuts.ts';
import { followPreferences } from '../lib/state/preferences.ts';
import { Toasts } from '../ui/overlays/toasts.tsx';
import { TooltipProvider } from '../ui/overlays/tooltip.tsx';
import { createStudioRouter } from './router.ts';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server has answered does not change by asking again; a lost server is asked by the watch.
      retry: (failures, error) => error instanceof ApiError && error.status >= 500 && failures < 2,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

const api = createApi(location.origin, () => {
  void queryClient.invalidateQueries();
  void router.invalidate();
});
const router = createStudioRouter({ api, queryClient });

/** The application. */
export function Studio(): ReactNode {
  useEffect(() => followPreferences(), []);
  useEffect(() => listenForShortcuts(), []);
  useEffect(
    () =>
      api.session.subscribe(() => {
        if (api.session.get() !== null) return;
        queryClient.clear();
        void router.invalidate();
      }),
    [],
  );
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <RouterProvider router={router} />
          <Toasts />
        </TooltipProvider>
      </QueryClientProvider>
    </ApiContext>
  );
}
