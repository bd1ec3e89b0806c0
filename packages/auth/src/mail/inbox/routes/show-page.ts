import type { Route } from '@plinth/kernel';
import type { Inbox } from '../inbox.ts';
import { page, pagePolicy } from '../page/page.ts';
import { inboxRoute } from './inbox-route.ts';

/** GET /: the inbox for people. */
export const showPage: Route<Inbox> = inboxRoute({
  id: 'inbox.show-page',
  method: 'GET',
  path: '/',
  summary: 'The inbox as a page.',
  access: 'open',
  handler: () => ({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: page,
  }),
});
