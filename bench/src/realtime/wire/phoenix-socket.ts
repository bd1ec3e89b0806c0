import { connect, type Socket } from 'node:net';
import { clientFrame, FrameReader, opcodes, upgradeRequest } from './frames.ts';

/** What the server answers to a push. */
export interface Reply {
  readonly status: string;
  readonly response: { readonly reason?: string };
}

export interface PhoenixSocketOptions {
  /** `…/realtime/v1/websocket?apikey=…&vsn=2.0.0` */
  readonly url: URL;
  /** Everything that is not the answer to a push: payload from `start` to `end`, valid during the call alone. */
  readonly message: (data: Buffer, start: number, end: number) => void;
  /** The server has gone. */
  readonly closed: () => void;
}

/** Read into by all sockets in turn: what arrives is used up within the call. */
const shared = Buffer.allocUnsafe(1_048_576);
const replyMarker = Buffer.from('"phx_reply"');
/** Where the name of the event stands at the latest. */
const headLength = 400;
/** First byte of a binary push, and its last before the names: what encodes the payload. */
const binaryPush = 3;
const jsonPayload = 1;
const connectTimeout = 30_000;
const replyTimeout = 60_000;

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly timer: NodeJS.Timeout;
}

/** One connection that speaks the Phoenix protocol, version 2, and parses nothing but answers it waits for. */
export class PhoenixSocket {
  readonly #socket: Socket;
  readonly #message: PhoenixSocketOptions['message'];
  readonly #waiting = new Map<string, Waiting>();
  #lastRef = 0;

  private constructor(socket: Socket, message: PhoenixSocketOptions['message']) {
    this.#socket = socket;
    this.#message = message;
  }

  /** Rejects with the server's answer where it refuses. */
  static open({ url, message, closed }: PhoenixSocketOptions): Promise<PhoenixSocket> {
    return new Promise((resolve, reject) => {
      let opened: PhoenixSocket | undefined;
      const reader = new FrameReader((opcode, data, start, end) =>
        opened?.take(opcode, data, start, end),
      );
      let head = '';
      const read = (length: number): boolean => {
        const chunk = shared.subarray(0, length);
        if (opened !== undefined) {
          reader.read(chunk);
          return true;
        }
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return true;
        if (!head.startsWith('HTTP/1.1 101')) {
          reject(new Error(`the socket was refused: ${head.slice(0, 300)}`));
          socket.destroy();
          return true;
        }
        socket.setTimeout(0);
        opened = new PhoenixSocket(socket, message);
        resolve(opened);
        reader.read(Buffer.from(head.slice(end + 4), 'latin1'));
        return true;
      };
      const socket = connect({
        host: url.hostname,
        port: Number(url.port),
        noDelay: true,
        onread: { buffer: shared, callback: read },
      });
      socket.setTimeout(connectTimeout, () =>
        socket.destroy(new Error('no answer to the upgrade')),
      );
      socket.once('connect', () => socket.write(upgradeRequest(url)));
      socket.on('error', reject);
      socket.once('close', () => {
        reject(new Error('the server closed the connection'));
        opened?.forget();
        closed();
      });
    });
  }

  /** A frame of the server. */
  take(opcode: number, data: Buffer, start: number, end: number): void {
    if (opcode === opcodes.ping) {
      this.#socket.write(clientFrame(opcodes.pong, data.subarray(start, end)));
    } else if (
      opcode === opcodes.text &&
      this.#waiting.size > 0 &&
      this.#isReply(data, start, end)
    ) {
      this.#answer(data.toString('utf8', start, end));
    } else if (opcode === opcodes.text || opcode === opcodes.binary) {
      this.#message(data, start, end);
    }
  }

  /** Sends without waiting for an answer; `joinRef` is the ref of the topic's join. */
  send(joinRef: string | null, topic: string, event: string, payload: unknown): void {
    this.#lastRef += 1;
    this.#write([joinRef, String(this.#lastRef), topic, event, payload]);
  }

  /** Sends and waits for the answer. */
  push(joinRef: string | null, topic: string, event: string, payload: unknown): Promise<Reply> {
    this.#lastRef += 1;
    const ref = String(this.#lastRef);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(ref);
        reject(new Error(`no answer to ${event} on ${topic}`));
      }, replyTimeout);
      this.#waiting.set(ref, { resolve, timer });
      this.#write([joinRef, ref, topic, event, payload]);
    });
  }

  /** Joins a topic; further pushes on it carry the returned ref. */
  async join(topic: string, payload: unknown): Promise<Reply & { readonly joinRef: string }> {
    const joinRef = String(this.#lastRef + 1);
    return { ...(await this.push(joinRef, topic, 'phx_join', payload)), joinRef };
  }

  /** Sends a broadcast in the binary form that the official client uses. */
  broadcast(joinRef: string, topic: string, event: string, payload: unknown): void {
    this.#lastRef += 1;
    const names = [joinRef, String(this.#lastRef), topic, event, ''].map((name) =>
      Buffer.from(name),
    );
    const head = Buffer.from([binaryPush, ...names.map(({ length }) => length), jsonPayload]);
    const body = Buffer.from(JSON.stringify(payload));
    this.#socket.write(clientFrame(opcodes.binary, Buffer.concat([head, ...names, body])));
  }

  close(): void {
    this.forget();
    this.#socket.destroy();
  }

  /** Nobody waits any longer. */
  forget(): void {
    for (const { resolve, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      resolve({ status: 'closed', response: { reason: 'the connection is closed' } });
    }
    this.#waiting.clear();
  }

  #write(message: readonly unknown[]): void {
    this.#socket.write(clientFrame(opcodes.text, Buffer.from(JSON.stringify(message))));
  }

  #isReply(data: Buffer, start: number, end: number): boolean {
    return data.subarray(start, Math.min(end, start + headLength)).includes(replyMarker);
  }

  #answer(text: string): void {
    const [, ref, , , reply] = JSON.parse(text) as [unknown, string, string, string, Reply];
    const waiting = this.#waiting.get(ref);
    if (waiting === undefined) return;
    this.#waiting.delete(ref);
    clearTimeout(waiting.timer);
    waiting.resolve(reply);
  }
}
