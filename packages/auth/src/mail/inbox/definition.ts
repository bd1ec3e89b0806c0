import type { ServiceDefinition } from '@plinth/kernel';
import type { Inbox } from './inbox.ts';
import { deleteMessages } from './routes/delete-messages.ts';
import { getHeaders, getMessage, getRaw } from './routes/get-message.ts';
import { listMessages, searchMessages } from './routes/list-messages.ts';
import { showPage } from './routes/show-page.ts';
import { viewMessage } from './routes/view-message.ts';

/** The built-in inbox as the gateway mounts it, in development only: it asks for no key. */
export const inboxDefinition: ServiceDefinition<Inbox> = {
  name: 'inbox',
  prefix: '/mail',
  routes: [
    showPage,
    listMessages,
    searchMessages,
    getMessage,
    getHeaders,
    getRaw,
    viewMessage,
    deleteMessages,
  ],
  dialect: {
    render: ({ status, message, headers }) => ({ status, headers, body: { Error: message } }),
  },
  bodyLimit: 100_000,
};
