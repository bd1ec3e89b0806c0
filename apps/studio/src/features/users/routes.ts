import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/routes/project-route.ts';
import { textOf } from '../../lib/text/search-params.ts';

export interface UsersSearch {
  readonly search?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** The user whose detail is open. */
  readonly user?: string | undefined;
  readonly create?: 'user' | 'invite' | undefined;
}

/** `/project/<ref>/auth/users` */
export const usersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/auth/users',
  validateSearch: (given: Record<string, unknown>): UsersSearch => {
    const search = textOf(given.search);
    const user = textOf(given.user);
    const page = Number(textOf(given.page) ?? given.page);
    const create = given.create;
    return {
      ...(search !== undefined && search !== '' && { search }),
      ...(Number.isInteger(page) && page > 1 && { page }),
      ...(user !== undefined && { user }),
      ...((create === 'user' || create === 'invite') && { create }),
    };
  },
  component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
});
