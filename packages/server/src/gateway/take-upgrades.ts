import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, kernelError, type Logger, type ServiceDefinition } from '@plinth/kernel';
import type { FastifyInstance } from 'fastify';
import { routeByPrefix } from './project-routing.ts';
import { requestId } from './request-id.ts';

/** A service whose connections may be upgraded, for all projects. */
export interface UpgradeMount<Service> {
  readonly definition: Pick<ServiceDefinition<Service>, 'name' | 'prefix' | 'dialect' | 'upgrades'>;
  /** The service of the project that the request is for; throws AppError where there is none. */
  readonly serviceOf: (message: IncomingMessage) => Service;
  /** That of every project. */
  readonly services: () => Iterable<Service>;
  readonly logger: Logger;
  /** Whether `x-forwarded-for` is believed. */
  readonly trustProxy: boolean;
}

/** Hands WebSocket handshakes under the service's prefix to it, and ends its connections before the listener closes. */
export function takeUpgrades<Service>(app: FastifyInstance, mount: UpgradeMount<Service>): void {
  const { definition, logger } = mount;
  const { prefix, upgrades } = definition;
  if (upgrades === undefined) return;
  app.server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that goes away during the handshake is no failure of ours.
    socket.on('error', () => socket.destroy());
    const [path = '', rawQuery = ''] = split(routeByPrefix(message));
    try {
      if (!path.startsWith(`${prefix}/`)) throw kernelError('not_found');
      const id = requestId(message);
      upgrades.take(mount.serviceOf(message), {
        id,
        path: path.slice(prefix.length),
        rawQuery,
        message,
        address: addressOf(message, mount.trustProxy),
        socket,
        head,
        log: logger,
      });
    } catch (error) {
      refuse(socket, definition.dialect.render(toAppError(error, logger)));
    }
  });
  app.addHook('preClose', async () => {
    await Promise.all([...mount.services()].map((service) => upgrades.drain(service)));
  });
}

/** The client's address, as Fastify reads it for requests. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined;
  const [first = ''] = String(forwarded ?? '').split(',');
  return (first.trim() || (socket.remoteAddress ?? '')).slice(0, 100);
}

function split(url: string): readonly string[] {
  const question = url.indexOf('?');
  return question < 0 ? [url] : [url.slice(0, question), url.slice(question + 1)];
}

function toAppError(error: unknown, logger: Logger): AppError {
  if (error instanceof AppError) return error;
  logger.error({ err: error }, 'upgrade failed');
  return kernelError('internal', { cause: error });
}

/** Not left to the client to close: a connection that has left HTTP has no timeout, and would hold up a stop. */
function refuse(socket: Duplex, { status, body }: { status: number; body?: unknown }): void {
  const text = JSON.stringify(body ?? null);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    () => socket.destroy(),
  );
}
