import type { IncomingMessage } from 'node:http';
import { defaultRef } from '../projects/project.ts';

/** `/p/<ref>/rest/v1/…` is the same as `/rest/v1/…` of that project. */
const prefixPattern = /^\/p\/([a-z0-9][a-z0-9-]{0,62})(?=\/|$|\?)/;

/** `<ref>.localhost` names a project too: browsers resolve it to this machine. */
const hostPattern = /^([a-z0-9][a-z0-9-]{0,62})\.localhost(?::\d+)?$/;

interface RoutedMessage extends IncomingMessage {
  plinthRef?: string;
}

/** Takes the project's prefix off a URL and remembers the project with the request. */
export function routeByPrefix(message: IncomingMessage): string {
  const url = message.url ?? '/';
  if (!url.startsWith('/p/')) return url;
  const match = prefixPattern.exec(url);
  if (match === null) return url;
  (message as RoutedMessage).plinthRef = match[1] ?? '';
  const rest = url.slice(match[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Ref of the project that a request is for. */
export function projectRef(message: IncomingMessage): string {
  const { plinthRef } = message as RoutedMessage;
  if (plinthRef !== undefined) return plinthRef;
  const host = message.headers.host;
  if (host === undefined || !host.includes('.localhost')) return defaultRef;
  return hostPattern.exec(host)?.[1] ?? defaultRef;
}

/** The prefix that the client used, to be put back into URLs it is given: `/p/<ref>` or nothing. */
export function projectPrefix(message: IncomingMessage): string {
  const { plinthRef } = message as RoutedMessage;
  return plinthRef === undefined ? '' : `/p/${plinthRef}`;
}
