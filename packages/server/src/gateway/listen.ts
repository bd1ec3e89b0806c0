import type { FastifyInstance } from 'fastify';
import { ServerError } from '../server-error.ts';

/** How long requests under way may take to end when the listener closes, in milliseconds. */
const drainTimeout = 2_500;

/**
 * Listens, and returns where a client on this machine reaches it, e.g. `http://127.0.0.1:54321`. Throws
 * ServerError `cannot_listen`.
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    const url = new URL(await app.listen({ host, port }));
    // A listener on all addresses is reached under this machine's own name at least.
    if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
    return url.origin;
  } catch (cause) {
    const sentence = explain((cause as NodeJS.ErrnoException).code, host, port);
    if (sentence === undefined) throw cause;
    throw new ServerError('cannot_listen', sentence, { cause });
  }
}

/**
 * Stops accepting, lets requests under way end, then closes what is left. A connection that is kept alive
 * closes as soon as its request is answered: it would otherwise hold the stop for its whole idle time.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 20);
  const rest = setTimeout(() => app.server.closeAllConnections(), drainTimeout);
  await app.close();
  clearInterval(idle);
  clearTimeout(rest);
}

function explain(code: string | undefined, host: string, port: number): string | undefined {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use by another program. Choose another with --port, or --port 0 for any free one.`,
    EACCES: `Port ${port} takes privileges that this user does not have. Choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Choose another with --host.`,
  };
  return code === undefined ? undefined : sentences[code];
}
