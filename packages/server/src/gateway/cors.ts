import type { IncomingHttpHeaders } from 'node:http';

/** Response headers that a browser application may read. */
const exposed = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'Location',
  'Server',
  'Transfer-Encoding',
  'Range-Unit',
  'Preference-Applied',
  'X-Total-Count',
  'Link',
  'X-Supabase-Api-Version',
  'X-Request-Id',
  'Sb-Gateway-Version',
  'Proxy-Status',
  'ETag',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
  'Tus-Version',
  'Tus-Resumable',
  'Tus-Max-Size',
  'Tus-Extension',
  'x-amz-request-id',
].join(', ');

/** How long a browser may remember a preflight answer, in seconds. */
const maxAge = '86400';

/**
 * Prefixes that applications of other origins call. Studio, the console and the inbox are not among
 * them: any page that a developer visits could otherwise read mails, or make itself the owner.
 */
const shared = ['/rest/', '/auth/', '/storage/', '/functions/', '/realtime/', '/graphql/'] as const;

/** True where a page of another origin may call. */
export function isShared(url: string): boolean {
  return shared.some((prefix) => url.startsWith(prefix));
}

/** True for the question a browser asks before a request it would not make by itself. */
export function isPreflight(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/**
 * Headers of every answer. Any origin may call: credentials travel in headers that a foreign page does
 * not have, never in cookies, so the origin protects nothing here.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
};

/** Headers of the answer to a preflight: what was asked for is allowed. */
export function preflightHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': maxAge,
    vary: 'Access-Control-Request-Headers',
  };
}
