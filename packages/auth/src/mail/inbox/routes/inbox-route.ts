import { AppError, type Route, type RouteReply, type RouteSchemas, route } from '@plinth/kernel';
import { queryText } from '../../../input/query.ts';
import type { Inbox } from '../inbox.ts';
import type { StoredMail } from '../inbox-message.ts';

/** Types a route of the inbox by its schemas. */
export const inboxRoute: <const S extends RouteSchemas = RouteSchemas>(
  definition: Route<Inbox, S>,
) => Route<Inbox> = (definition) =>
  route<Inbox>()({
    ...definition,
    handler(inbox, request) {
      // The inbox asks for no key, and every answer allows any origin: only this keeps a page that the
      // developer happens to visit from reading codes and links.
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        throw new AppError('forbidden', 403, 'The inbox answers no other site');
      }
      return definition.handler(inbox, request);
    },
  });

/** The mail that a path names, where there is one. */
export function mailOf(inbox: Inbox, id: string | undefined): StoredMail {
  const mail = inbox.get(id ?? '');
  if (mail === undefined) throw new AppError('not_found', 404, 'There is no such mail');
  return mail;
}

/** `start` and `limit` of a list. */
export function windowOf(query: Readonly<Record<string, string | readonly string[]>>): {
  readonly start: number;
  readonly limit: number;
} {
  const number = (name: string, otherwise: number): number => {
    const text = queryText(query, name);
    return /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
  };
  return { start: number('start', 0), limit: Math.min(500, number('limit', 50)) };
}

/** Mailpit's answer to what it did. */
export const done: RouteReply = {
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'ok',
};
