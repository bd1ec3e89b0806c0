import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/routes/project-route.ts';
import { textOf } from '../../lib/text/search-params.ts';

type Search = Record<string, unknown>;

/** `/project/<ref>/realtime`: what the pages below it have in common. */
export const realtimeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/realtime',
  component: lazyRouteComponent(() => import('./realtime-layout.tsx'), 'RealtimeLayout'),
});

export interface OverviewSearch {
  /** Part of a topic's name. */
  readonly search?: string | undefined;
  /** Part of a client's user id, role or address. */
  readonly client?: string | undefined;
}

/** Who is connected, and to what. */
export const realtimeOverviewRoute = createRoute({
  getParentRoute: () => realtimeRoute,
  path: '/',
  validateSearch: ({ search, client }: Search): OverviewSearch => ({
    ...given('search', search),
    ...given('client', client),
  }),
  component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
});

export interface TopicSearch {
  /** The topic that is listened to; absent: none yet. */
  readonly topic?: string | undefined;
  readonly private?: true | undefined;
  /** `public.notes`: changes of this table are listened to as well. */
  readonly changes?: string | undefined;
}

/** `/realtime/topic?topic=room:1`: what is said on a topic. */
export const topicRoute = createRoute({
  getParentRoute: () => realtimeRoute,
  path: '/topic',
  validateSearch: ({ topic, private: isPrivate, changes }: Search): TopicSearch => ({
    ...given('topic', topic),
    ...(String(isPrivate) === 'true' && { private: true as const }),
    ...given('changes', changes),
  }),
  component: lazyRouteComponent(() => import('./topic/topic-page.tsx'), 'TopicPage'),
});

export interface PublishedSearch {
  readonly search?: string | undefined;
}

/** Which tables tell of their changes. */
export const publishedRoute = createRoute({
  getParentRoute: () => realtimeRoute,
  path: '/tables',
  validateSearch: ({ search }: Search): PublishedSearch => given('search', search),
  component: lazyRouteComponent(() => import('./tables/published-page.tsx'), 'PublishedPage'),
});

/** Roles that policies can be asked as without a user. */
export const topicRoles = ['anon', 'authenticated', 'service_role'] as const;

export interface PoliciesSearch {
  readonly topic?: string | undefined;
  /** A user's id. */
  readonly user?: string | undefined;
  readonly role?: (typeof topicRoles)[number] | undefined;
}

/** Who may receive and send on private topics. */
export const policiesRoute = createRoute({
  getParentRoute: () => realtimeRoute,
  path: '/policies',
  validateSearch: ({ topic, user, role }: Search): PoliciesSearch => {
    const known = topicRoles.find((one) => one === role);
    return {
      ...given('topic', topic),
      ...given('user', user),
      ...(known !== undefined && { role: known }),
    };
  },
  component: lazyRouteComponent(() => import('./policies/policies-page.tsx'), 'PoliciesPage'),
});

/** A parameter that is a text and not empty. */
function given<K extends string>(name: K, value: unknown): { readonly [key in K]?: string } {
  const text = textOf(value);
  return (text === undefined || text === '' ? {} : { [name]: text }) as { [key in K]?: string };
}
