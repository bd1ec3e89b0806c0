import { createRoute } from '@tanstack/react-router';
import { Shell } from '../parts/shell.tsx';
import { requireMember } from './guard.ts';
import { rootRoute } from './root-route.ts';

/** A project with the areas of Studio around it. */
export const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/project/$ref',
  beforeLoad: ({ context, location }) => requireMember(context.api, context.status, location.href),
  component: Shell,
});
