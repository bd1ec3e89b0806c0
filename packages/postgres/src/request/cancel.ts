import pg from 'pg';
import type { ConnectionOptions } from '../connection/connection-options.ts';

/** How long a cancel request may take to be delivered, in milliseconds. */
const deliveryTimeout = 3_000;

/** The identity of a backend, as it told its client at start-up. */
export interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

interface CancelConnection {
  connect(portOrPath: number | string, host?: string): void;
  cancel(processID: number, secretKey: number): void;
  requestSsl(): void;
  readonly stream: { destroy(): void };
  on(event: string, listener: () => void): unknown;
}

/**
 * Asks Postgres to stop what the backend is doing. Resolves when the request has been delivered (the
 * server closes the connection then); never rejects: where it cannot be delivered, the statement's own
 * timeout ends it.
 */
export function cancelBackend(options: ConnectionOptions, backend: BackendKey): Promise<void> {
  const connection = new pg.Connection({
    ssl: options.tls === false ? false : options.tls,
  }) as unknown as CancelConnection;
  return new Promise((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), deliveryTimeout);
    const send = (): void => connection.cancel(backend.processID, backend.secretKey);
    connection.on('connect', () => (options.tls ? connection.requestSsl() : send()));
    connection.on('sslconnect', send);
    connection.on('error', () => connection.stream.destroy());
    connection.on('end', () => {
      clearTimeout(timer);
      resolve();
    });
    if (options.host.startsWith('/')) {
      connection.connect(`${options.host}/.s.PGSQL.${options.port}`);
    } else {
      connection.connect(options.port, options.host);
    }
  });
}
