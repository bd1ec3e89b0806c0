import type { Route } from '@plinth/kernel';
import { queryText } from '../../../input/query.ts';
import type { Inbox } from '../inbox.ts';
import { summaryOf } from '../inbox-message.ts';
import { inboxRoute, windowOf } from './inbox-route.ts';

/** GET /api/v1/messages?start&limit: newest first. */
export const listMessages: Route<Inbox> = inboxRoute({
  id: 'inbox.list-messages',
  method: 'GET',
  path: '/api/v1/messages',
  summary: 'Mails of the inbox, newest first.',
  access: 'open',
  handler: (inbox, request) => page(inbox, '', request.query),
});

/** GET /api/v1/search?query=to:…: those that match. */
export const searchMessages: Route<Inbox> = inboxRoute({
  id: 'inbox.search-messages',
  method: 'GET',
  path: '/api/v1/search',
  summary: 'Mails that have every word of a query (to:, from:, subject:, or plain).',
  access: 'open',
  handler: (inbox, request) => page(inbox, queryText(request.query, 'query'), request.query),
});

function page(
  inbox: Inbox,
  query: string,
  parameters: Readonly<Record<string, string | readonly string[]>>,
): { status: number; body: object } {
  const { start, limit } = windowOf(parameters);
  const found = inbox.find(query);
  const { total, unread } = inbox.count();
  const messages = found.slice(start, start + limit).map(summaryOf);
  return {
    status: 200,
    body: {
      total,
      unread,
      count: messages.length,
      messages_count: found.length,
      messages_unread: found.filter(({ read }) => !read).length,
      start,
      tags: [],
      messages,
    },
  };
}
