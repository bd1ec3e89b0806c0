import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isPreflight } from '../gateway/cors.ts';

const exposed =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit';
const methods = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';

/** Gives answers the CORS headers of PostgREST in place of the gateway's. */
export function usePostgrestCors(app: FastifyInstance, allowedOrigins: readonly string[]): void {
  app.addHook('onSend', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined) return;
    const isAllowed = allowedOrigins.length === 0 || allowedOrigins.includes(origin);
    reply.removeHeader('access-control-allow-origin');
    reply.removeHeader('access-control-expose-headers');
    if (!isAllowed) return;
    reply.header('access-control-allow-origin', allowedOrigins.length === 0 ? '*' : origin);
    if (allowedOrigins.length > 0) reply.header('access-control-allow-credentials', 'true');
    if (isPreflight(request.method, request.headers)) {
      reply.code(200).headers(preflight(request.headers));
    } else reply.header('access-control-expose-headers', exposed);
  });
}

function preflight(headers: IncomingHttpHeaders): Record<string, string> {
  const asked = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim());
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': [
      'Authorization',
      ...asked,
      'Accept',
      'Accept-Language',
      'Content-Language',
    ].join(', '),
    'access-control-max-age': '86400',
  };
}
