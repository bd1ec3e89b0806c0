import { createRoute, redirect } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { NoProjectsPage } from '../pages/no-projects-page.tsx';
import { requireMember } from './guard.ts';
import { rootRoute } from './root-route.ts';

/** `/`: straight to the first project. */
export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context, location }) => {
    requireMember(context.api, context.status, location.href);
    const projects = await context.queryClient.ensureQueryData(queries.projects(context.api));
    const [first] = projects;
    if (first !== undefined)
      throw redirect({ to: '/project/$ref', params: { ref: first.ref }, replace: true });
  },
  component: NoProjectsPage,
});
