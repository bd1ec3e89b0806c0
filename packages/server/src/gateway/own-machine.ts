import type { FastifyRequest } from 'fastify';

/**
 * Loopback is the developer and the tests. A proxy on the same machine also comes from there, but says for
 * whom it asks: then the limit holds (for all its clients together, unless api.trust_proxy is on).
 */
export function isOwnMachine({ ip, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
}
