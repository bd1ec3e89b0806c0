import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import type { Inbox } from '../inbox.ts';
import { done, inboxRoute } from './inbox-route.ts';

/** DELETE /api/v1/messages: those whose IDs the body names, or all. */
export const deleteMessages: Route<Inbox> = inboxRoute({
  id: 'inbox.delete-messages',
  method: 'DELETE',
  path: '/api/v1/messages',
  summary: 'Throws mails away: those of IDs, or all.',
  access: 'open',
  input: { body: Type.Object({ IDs: Type.Optional(Type.Array(Type.String())) }) },
  handler(inbox, request) {
    inbox.delete(request.body.IDs ?? []);
    return done;
  },
});
