import { createRootRouteWithContext } from '@tanstack/react-router';
import { ErrorPage } from '../pages/error-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { RootLayout } from '../parts/root-layout.tsx';
import type { RouterContext } from '../router-context.ts';

/** Every page stands on this; nothing is shown before the server has said whether it is set up. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context }) => ({ status: await context.api.status() }),
  component: RootLayout,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});
