import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const acceptable = /^[\w.:-]{8,128}$/;

/** Numbers the requests of this process under a random prefix: unique, and cheap on the hot path. */
const prefix = randomBytes(6).toString('hex');
let count = 0;

/** The id that a proxy in front has given, where it is a plain one; else a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && acceptable.test(given)) return given;
  count += 1;
  return `${prefix}-${count.toString(36)}`;
}
