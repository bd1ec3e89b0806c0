import { Readable } from 'node:stream';
import type { RouteReply } from '@plinth/kernel';
import type { FastifyReply } from 'fastify';

/** Sends what a handler (or a dialect) answered: text, bytes and streams as they are, objects as JSON. */
export function sendReply(fastify: FastifyReply, reply: RouteReply): FastifyReply {
  fastify.code(reply.status);
  if (reply.headers !== undefined) {
    for (const [name, value] of Object.entries(reply.headers)) fastify.header(name, value);
  }
  const { body } = reply;
  if (body === undefined || body === null) return fastify.send();
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof Readable) {
    return fastify.send(body);
  }
  if (!fastify.hasHeader('content-type')) {
    fastify.header('content-type', 'application/json; charset=utf-8');
  }
  return fastify.send(JSON.stringify(body));
}
