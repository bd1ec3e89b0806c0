import type { Route } from '@plinth/kernel';
import type { Inbox } from '../inbox.ts';
import { inboxRoute, mailOf } from './inbox-route.ts';

/** What a mail may do in a browser: be read. */
const sandbox =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src * data:";

/** GET /view/:id.html and .txt: one body of a mail by itself; `latest` is an id too. */
export const viewMessage: Route<Inbox> = inboxRoute({
  id: 'inbox.view-message',
  method: 'GET',
  path: '/view/:file',
  summary: 'The HTML or the text of a mail.',
  access: 'open',
  handler(inbox, request) {
    const [, id, kind] = /^(.*)\.(html|txt)$/.exec(request.params.file ?? '') ?? [];
    const mail = mailOf(inbox, id);
    mail.read = true;
    return {
      status: 200,
      headers: {
        'content-type': `text/${kind === 'html' ? 'html' : 'plain'}; charset=utf-8`,
        'content-security-policy': sandbox,
        'x-content-type-options': 'nosniff',
      },
      body: kind === 'html' ? mail.html : mail.text,
    };
  },
});
