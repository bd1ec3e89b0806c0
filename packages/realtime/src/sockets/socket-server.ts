import type { Duplex } from 'node:stream';
import type { UpgradeRequest } from '@plinth/kernel';
import { type WebSocket, WebSocketServer } from 'ws';
import { Session } from '../channels/session.ts';
import type { RealtimeCore } from '../core.ts';
import { maxFrame } from '../limits.ts';
import { Connection } from './connection.ts';
import { type Handshake, HandshakeRefusal, readHandshake } from './handshake.ts';
import { Outbox } from './outbox.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

/** One open socket. */
export interface Client {
  readonly connection: Connection;
  readonly session: Session;
}

/** How often sockets are looked after, in milliseconds: tokens that end, clients that are gone. */
const tickInterval = 1_000;

/** Refused handshakes that wait for their answer; beyond, the answer comes at once. */
const mostDelayed = 1_000;

/** The WebSockets of a project. */
export class SocketServer {
  readonly #core: RealtimeCore;
  readonly #outbox = new Outbox();
  readonly #clients = new Set<Client>();
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: maxFrame,
    // Frames are checked where they are decoded: one that is not UTF-8 is dropped, not the socket.
    skipUTF8Validation: true,
  });
  #timer: NodeJS.Timeout | undefined;
  /** Handshakes under way count: a storm must not pass the limit while keys are verified. */
  #shaking = 0;
  #opened = 0;
  #delayed = 0;
  #isClosing = false;
  #emptied: (() => void) | undefined;

  constructor(core: RealtimeCore) {
    this.#core = core;
  }

  /** Open sockets. */
  get size(): number {
    return this.#clients.size;
  }

  /** Open sockets, from the oldest to the newest. */
  get clients(): Iterable<Client> {
    return this.#clients;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), tickInterval).unref();
  }

  /** Answers a handshake: with a WebSocket, or with an HTTP error. */
  take(request: UpgradeRequest): void {
    void this.#accept(request).catch((error: unknown) => {
      this.#core.logger.error({ err: error, requestId: request.id }, 'ErrorConnectingToWebsocket');
      refuseUpgrade(request.socket, 500, 'Error connecting to Realtime');
    });
  }

  /** Closes every socket, with what was already said, and takes no more. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    for (const { connection } of this.#clients) connection.close(1001, 'Realtime is restarting');
    if (this.#clients.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#emptied = resolve;
    });
  }

  async #accept(request: UpgradeRequest): Promise<void> {
    this.#shaking += 1;
    try {
      const handshake = await readHandshake(this.#core, request);
      if (this.#isClosing)
        throw new HandshakeRefusal(503, 'Realtime is restarting, please standby');
      // This one is among those under way.
      if (this.#clients.size + this.#shaking > this.#core.limits.connections) {
        throw new HandshakeRefusal(429, 'Too many connected users');
      }
      const { message, socket, head, address } = request;
      this.#webSockets.handleUpgrade(message, socket, head, (webSocket) =>
        this.#serve(webSocket, { socket, address }, handshake),
      );
    } catch (error) {
      if (!(error instanceof HandshakeRefusal)) throw error;
      this.#refuse(request.socket, error);
    } finally {
      this.#shaking -= 1;
    }
  }

  #serve(
    webSocket: WebSocket,
    { socket, address }: Pick<UpgradeRequest, 'socket' | 'address'>,
    { version, credential }: Handshake,
  ): void {
    const core = this.#core;
    this.#opened += 1;
    const connection = new Connection({
      id: this.#opened,
      version,
      address,
      webSocket,
      socket,
      outbox: this.#outbox,
      maxBacklog: core.limits.backlog,
      openedAt: core.clock.now(),
    });
    const session = new Session(core, connection, credential);
    const client: Client = { connection, session };
    const seen = (): void => {
      connection.lastSeen = core.clock.now();
    };
    this.#clients.add(client);
    webSocket.on('message', (data, isBinary) => {
      seen();
      // Always one buffer: the server's `binaryType` is "nodebuffer".
      session.receive(data as Buffer, isBinary);
    });
    webSocket.on('ping', seen);
    webSocket.on('pong', seen);
    webSocket.on('error', (error) => core.logger.debug({ err: error }, 'socket failed'));
    webSocket.on('close', (code, reason) => {
      // Who takes part in closing has got what was sent before; 1006 is a connection that broke.
      if (code !== 1006) seen();
      this.#forget(client, connection.howItEnded(code, String(reason)));
    });
  }

  #forget(client: Client, how: 'left' | 'dropped'): void {
    this.#clients.delete(client);
    client.session.end(how);
    if (this.#clients.size === 0) this.#emptied?.();
  }

  #tick(): void {
    const { clock, limits } = this.#core;
    const now = clock.now();
    for (const { connection, session } of this.#clients) {
      const isAlone = session.tick(now);
      if (now - connection.lastSeen > limits.idleTimeout)
        connection.close(1000, 'Nothing was heard for too long');
      else if (isAlone) connection.close(1000, 'No channel for too long');
    }
  }

  #refuse(socket: Duplex, { status, message }: HandshakeRefusal): void {
    const { refusalDelay } = this.#core.limits;
    if (this.#delayed >= mostDelayed || this.#isClosing) {
      refuseUpgrade(socket, status, message);
      return;
    }
    this.#delayed += 1;
    const timer = setTimeout(() => {
      this.#delayed -= 1;
      refuseUpgrade(socket, status, message);
    }, refusalDelay);
    timer.unref();
  }
}
