import { createRouter } from '@tanstack/react-router';
import { homeRoute } from '../features/home/routes.ts';
import {
  policiesRoute,
  publishedRoute,
  realtimeOverviewRoute,
  realtimeRoute,
  topicRoute,
} from '../features/realtime/routes.ts';
import { setupRoute, signInRoute } from '../features/sign-in/routes.ts';
import { sqlRoute } from '../features/sql/routes.ts';
import { bucketRoute, storageIndexRoute, storageRoute } from '../features/storage/routes.ts';
import { tableRoute, tablesIndexRoute, tablesRoute } from '../features/table-editor/routes.ts';
import { usersRoute } from '../features/users/routes.ts';
import { parseSearch, stringifySearch } from '../lib/text/search-params.ts';
import { ErrorPage } from './pages/error-page.tsx';
import { PendingPage } from './pages/pending-page.tsx';
import type { RouterContext } from './router-context.ts';
import { indexRoute } from './routes/index-route.ts';
import { projectRoute } from './routes/project-route.ts';
import { rootRoute } from './routes/root-route.ts';

const routeTree = rootRoute.addChildren([
  indexRoute,
  setupRoute,
  signInRoute,
  projectRoute.addChildren([
    homeRoute,
    tablesRoute.addChildren([tablesIndexRoute, tableRoute]),
    sqlRoute,
    usersRoute,
    storageRoute.addChildren([storageIndexRoute, bucketRoute]),
    realtimeRoute.addChildren([realtimeOverviewRoute, topicRoute, publishedRoute, policiesRoute]),
  ]),
]);

/** The map from URLs to pages. */
export function createStudioRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    basepath: '/studio',
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PendingPage,
    scrollRestoration: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createStudioRouter>;
  }
}
