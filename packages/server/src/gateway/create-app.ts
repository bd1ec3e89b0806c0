import type { IncomingMessage, Server } from 'node:http';
import type { Caller, Logger } from '@plinth/kernel';
import Fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import { corsHeaders, isPreflight, isShared, preflightHeaders } from './cors.ts';
import { type AnsweringService, refuseUrl } from './refuse-url.ts';
import { requestId } from './request-id.ts';
import { UpgradableMessage } from './upgradable-message.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; set before the body is read. */
    plinthCaller: Caller | null;
  }
}

export interface AppOptions {
  readonly logger: Logger;
  readonly trustProxy: boolean;
  /** In whose words URLs are refused that no route can take. */
  readonly services?: readonly AnsweringService[];
  /** Maps the URL that came in to the one that is routed (project prefixes). */
  readonly rewriteUrl?: (request: IncomingMessage) => string;
}

/** Longest path parameter, in characters: object names and long filters. */
const longestParameter = 4_096;

/** How long a client may take to send its headers, in milliseconds. Bodies have their own limits. */
const headersTimeout = 30_000;

/** How long a whole request may take, in milliseconds: a day, for the largest file on the slowest line. */
const requestTimeout = 86_400_000;

/** Idle time after which a kept-alive connection is closed; longer than common proxies keep theirs. */
const keepAliveTimeout = 72_000;

/** The HTTP application: request ids, CORS, timeouts. Services are mounted on it. */
export function createApp({
  logger,
  trustProxy,
  services = [],
  rewriteUrl,
}: AppOptions): FastifyInstance {
  const options: FastifyHttpOptions<Server> = {
    logger: false,
    genReqId: requestId,
    frameworkErrors: refuseUrl(services, logger),
    trustProxy,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: longestParameter, ignoreTrailingSlash: false },
    requestTimeout,
    keepAliveTimeout,
    forceCloseConnections: 'idle',
    http: { headersTimeout, maxHeaderSize: 64 * 1024, IncomingMessage: UpgradableMessage },
    rewriteUrl: (request) => rewriteUrl?.(request) ?? request.url ?? '/',
  };
  const app = Fastify(options);
  app.decorateRequest('plinthCaller', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (!isShared(request.url)) return done();
    if (isPreflight(request.raw.method, request.headers)) {
      reply.headers(preflightHeaders(request.headers)).code(204).send();
      return;
    }
    reply.headers(corsHeaders);
    done();
  });
  if (logger.isLevelEnabled('debug')) logRequests(app, logger);
  return app;
}

function logRequests(app: FastifyInstance, logger: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    logger.debug(
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
