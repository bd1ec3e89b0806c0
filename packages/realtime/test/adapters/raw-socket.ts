import { expect, vi } from 'vitest';
import WebSocket from 'ws';

/** A message of version 2 from the server; of a binary frame, the parts that its receivers read. */
export interface Heard {
  readonly joinRef: unknown;
  readonly ref: unknown;
  readonly topic: string;
  readonly event: string;
  /** Whatever the server sent; tests look into it. */
  readonly payload: ReturnType<typeof JSON.parse>;
}

/** A WebSocket without a client library: what goes over the wire, as it is. */
export class RawSocket {
  readonly webSocket: WebSocket;
  readonly heard: Heard[] = [];
  readonly frames: { readonly data: Buffer; readonly isBinary: boolean }[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  #ref = 0;

  private constructor(webSocket: WebSocket, isFirstVersion: boolean) {
    this.webSocket = webSocket;
    webSocket.on('message', (data, isBinary) => {
      this.frames.push({ data: data as Buffer, isBinary });
      if (!isBinary) this.heard.push(read(String(data), isFirstVersion));
    });
    webSocket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
    });
    webSocket.on('error', () => {});
  }

  static async open(url: string, query: Readonly<Record<string, string>>): Promise<RawSocket> {
    const webSocket = new WebSocket(`${url}/websocket?${new URLSearchParams(query)}`);
    const socket = new RawSocket(webSocket, query.vsn !== '2.0.0');
    await new Promise((resolve, reject) => {
      webSocket.once('open', resolve);
      webSocket.once('error', reject);
    });
    return socket;
  }

  send(...message: readonly unknown[]): void {
    this.webSocket.send(JSON.stringify(message));
  }

  /** Joins and gives the whole answer. */
  async join(topic: string, payload: object = { config: {} }, joinRef?: string): Promise<Heard> {
    const ref = joinRef ?? `j${++this.#ref}`;
    this.send(ref, ref, topic, 'phx_join', payload);
    return this.next((message) => message.event === 'phx_reply' && message.ref === ref);
  }

  /** Pushes and gives the answer. */
  async ask(topic: string, event: string, payload: unknown, joinRef?: string): Promise<Heard> {
    const ref = `p${++this.#ref}`;
    this.send(joinRef ?? null, ref, topic, event, payload);
    return this.next((message) => message.event === 'phx_reply' && message.ref === ref);
  }

  /** The first message that fits; waits for it. */
  next(fits: (message: Heard) => boolean): Promise<Heard> {
    return vi.waitFor(
      () => {
        const found = this.heard.find(fits);
        if (found === undefined) expect.fail(`not heard yet: ${JSON.stringify(this.heard)}`);
        return found;
      },
      { timeout: 10_000, interval: 5 },
    );
  }

  /** How the socket ended; waits for it. */
  end(): Promise<{ readonly code: number; readonly reason: string }> {
    return vi.waitFor(
      () => {
        if (this.closed === undefined) expect.fail('still open');
        return this.closed;
      },
      { timeout: 20_000, interval: 10 },
    );
  }

  close(): void {
    this.webSocket.terminate();
  }
}

function read(text: string, isFirstVersion: boolean): Heard {
  const value = JSON.parse(text);
  if (!isFirstVersion) {
    const [joinRef, ref, topic, event, payload] = value;
    return { joinRef, ref, topic, event, payload };
  }
  const { ref, topic, event, payload } = value;
  return { joinRef: null, ref, topic, event, payload };
}
