import type { Route } from '@plinth/kernel';
import type { Inbox } from '../inbox.ts';
import { headersOf, messageOf } from '../inbox-message.ts';
import { inboxRoute, mailOf } from './inbox-route.ts';

/** GET /api/v1/message/:id, where the id can be `latest`. Looking at a mail marks it as read. */
export const getMessage: Route<Inbox> = inboxRoute({
  id: 'inbox.get-message',
  method: 'GET',
  path: '/api/v1/message/:id',
  summary: 'One mail with its bodies.',
  access: 'open',
  handler(inbox, request) {
    const mail = mailOf(inbox, request.params.id);
    mail.read = true;
    return { status: 200, body: messageOf(mail) };
  },
});

/** GET /api/v1/message/:id/headers. */
export const getHeaders: Route<Inbox> = inboxRoute({
  id: 'inbox.get-headers',
  method: 'GET',
  path: '/api/v1/message/:id/headers',
  summary: 'Headers of a mail, each with its values.',
  access: 'open',
  handler: (inbox, request) => ({
    status: 200,
    body: headersOf(mailOf(inbox, request.params.id)),
  }),
});

/** GET /api/v1/message/:id/raw: as a mail server would get it. */
export const getRaw: Route<Inbox> = inboxRoute({
  id: 'inbox.get-raw',
  method: 'GET',
  path: '/api/v1/message/:id/raw',
  summary: 'The source of a mail.',
  access: 'open',
  handler: (inbox, request) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: mailOf(inbox, request.params.id).raw,
  }),
});
