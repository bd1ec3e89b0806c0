import { kernelError } from '@plinth/kernel';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    plinthBodyTimer: NodeJS.Timeout | null;
  }
}

/** How long a client may take to send a body that is read whole, in milliseconds. */
const bodyTimeout = 120_000;

/** Hands bodies on as they arrive, unread: their length and pace are the route's own business. */
export function passBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, stream, done) => done(null, stream));
}

/**
 * Reads bodies whole, up to the limit of their service and within `timeout` milliseconds: as bytes where the route
 * asks for `raw`, otherwise as JSON or a form.
 */
export function readBodies(app: FastifyInstance, timeout: number = bodyTimeout): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('plinthBodyTimer', null);
  app.addHook('preParsing', (request, _reply, stream, done) => {
    if (!request.raw.complete) {
      // Where a body is refused before it has come, Fastify ends the connection: nobody else can be on it by then.
      request.plinthBodyTimer = setTimeout(() => request.raw.destroy(), timeout).unref();
    }
    done(null, stream);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.plinthBodyTimer !== null) clearTimeout(request.plinthBodyTimer);
    done();
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (request.routeOptions.config.rawBody === true) {
      done(null, bytes);
      return;
    }
    try {
      done(null, parseBody(bytes, request.headers['content-type'] ?? ''));
    } catch (error) {
      done(error as Error);
    }
  });
}

function parseBody(bytes: Buffer, contentType: string): unknown {
  if (bytes.length === 0) return undefined;
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
  }
  try {
    // A reviver would be slow; `__proto__` is made harmless by never spreading input into prototypes.
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw kernelError('invalid_request', {
      message: `The request body is not valid JSON: ${why}`,
      details: { part: 'body', reason: 'json' },
      cause,
    });
  }
}
