import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from './logger.ts';

/** A connection that asks to become something other than HTTP (a WebSocket), as the gateway hands it on. */
export interface UpgradeRequest {
  /** Unique per request; in the log lines. */
  readonly id: string;
  /** Path below the service's prefix, still percent-encoded, without the query. */
  readonly path: string;
  /** Query text without `?`, still percent-encoded. */
  readonly rawQuery: string;
  readonly message: IncomingMessage;
  /** Of the client, as for requests: behind a trusted proxy, the one that the proxy names. */
  readonly address: string;
  /** The connection; whoever takes the upgrade answers on it and owns it from then on. */
  readonly socket: Duplex;
  /** What the client has sent behind its request already. */
  readonly head: Buffer;
  readonly log: Logger;
}

/** How a service takes connections that are upgraded. */
export interface Upgrades<Service> {
  /** Answers on the socket, whatever comes; must not throw. */
  take(service: Service, request: UpgradeRequest): void;
  /** Ends every connection that was taken: the listener is closing. */
  drain(service: Service): Promise<void>;
}
