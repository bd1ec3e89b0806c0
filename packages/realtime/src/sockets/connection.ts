import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ProtocolVersion } from '../protocol/client-message.ts';
import { encodeMessage, type ServerMessage } from '../protocol/encode-message.ts';
import type { Outbox, SharedBatch } from './outbox.ts';
import { textFrame } from './websocket-frames.ts';

export interface ConnectionParts {
  readonly version: ProtocolVersion;
  readonly webSocket: WebSocket;
  /** What the WebSocket runs on: frames that many get are written to it as they are. */
  readonly socket: Duplex;
  readonly outbox: Outbox;
  /** Most bytes that may wait for a slow reader. */
  readonly maxBacklog: number;
  /** When it was opened, in milliseconds since 1970. */
  readonly openedAt: number;
  /** Counts the connections of this server. */
  readonly id: number;
  /** Where the client is. */
  readonly address: string;
}

/** How long a client may take to answer a close, in milliseconds. */
const closeTimeout = 1_000;

/** How long it may take to answer whether it is still there, in milliseconds. */
const probeTimeout = 1_000;

/** One client's WebSocket, as far as sending goes. */
export class Connection {
  readonly version: ProtocolVersion;
  readonly id: number;
  readonly address: string;
  /** In milliseconds since 1970. */
  readonly openedAt: number;
  /** When its last frame came, in milliseconds since 1970. */
  lastSeen: number;
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #outbox: Outbox;
  readonly #maxBacklog: number;
  #frames: Buffer[] = [];
  #isClosedHere = false;

  constructor(parts: ConnectionParts) {
    this.version = parts.version;
    this.id = parts.id;
    this.address = parts.address;
    this.openedAt = parts.openedAt;
    this.lastSeen = parts.openedAt;
    this.#webSocket = parts.webSocket;
    this.#socket = parts.socket;
    this.#outbox = parts.outbox;
    this.#maxBacklog = parts.maxBacklog;
  }

  get isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN;
  }

  /** What the client has not taken yet, in bytes. */
  get waitingBytes(): number {
    return this.#socket.writableLength;
  }

  /** Sends a frame at the end of this turn; a client that is gone gets nothing. */
  sendFrame(frame: Buffer): void {
    if (this.#frames.push(frame) === 1) this.#outbox.add(this);
  }

  send(message: ServerMessage): void {
    this.sendFrame(textFrame(encodeMessage(this.version, message)));
  }

  /** Writes what waits. A client that reads too slowly is cut off: its backlog would grow without end. */
  flush(batch: SharedBatch): void {
    const frames = this.#frames;
    this.#frames = [];
    if (!this.isOpen) return;
    const socket = this.#socket;
    const joined = frames.length === 1 ? frames[0] : batch.join(frames);
    if (joined !== undefined) {
      socket.write(joined);
    } else {
      socket.cork();
      for (const frame of frames) socket.write(frame);
      socket.uncork();
    }
    if (socket.writableLength > this.#maxBacklog) this.#webSocket.terminate();
  }

  /** Nothing is read from the client until `resume`. */
  pause(): void {
    this.#webSocket.pause();
  }

  resume(): void {
    this.#webSocket.resume();
  }

  /** Resolves when the client has answered, or is given up because it has not. */
  probe(): Promise<void> {
    const webSocket = this.#webSocket;
    // What it says is not read at the moment.
    if (!this.isOpen || webSocket.isPaused) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => webSocket.terminate(), probeTimeout);
      const settle = (): void => {
        clearTimeout(timer);
        webSocket.off('pong', settle).off('close', settle);
        resolve();
      };
      webSocket.once('pong', settle).once('close', settle);
      webSocket.ping();
    });
  }

  /** What the end of the WebSocket means: clients that say good-bye do not come back for what they miss. */
  howItEnded(code: number, reason: string): 'left' | 'dropped' {
    // realtime-js closes in order when it hears nothing any more, and comes back.
    const isGoodBye =
      (code === 1000 || code === 1001 || code === 1005) && reason !== 'heartbeat timeout';
    return isGoodBye && !this.#isClosedHere ? 'left' : 'dropped';
  }

  /** Sends what waits, then says good-bye. */
  close(code: number, reason: string): void {
    // Whoever goes on sending is closed for it again and again.
    if (this.#isClosedHere) return;
    this.#isClosedHere = true;
    // After the flush of this turn, so that what was said before the close arrives before it.
    setImmediate(() => {
      this.#webSocket.close(code, reason);
      setTimeout(() => this.#webSocket.terminate(), closeTimeout).unref();
    });
  }
}
