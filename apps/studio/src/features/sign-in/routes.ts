import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../app/routes/root-route.ts';
import { textOf } from '../../lib/text/search-params.ts';

/** `/setup`: creates the owner account, as long as there is none. */
export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  beforeLoad: ({ context }) => {
    if (context.status.setUp) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./setup-page.tsx'), 'SetupPage'),
});

/** `/sign-in?to=…`: where to go after is an address within Studio. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { to?: string } => {
    const to = textOf(search.to);
    return to?.startsWith('/') === true && !to.startsWith('//') ? { to } : {};
  },
  beforeLoad: ({ context, search }) => {
    if (!context.status.setUp) throw redirect({ to: '/setup' });
    if (context.api.session.get() !== null) throw redirect({ href: search.to ?? '/' });
  },
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});
