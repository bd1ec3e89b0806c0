import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request: it passes, is refused, is cut off before its answer, or in the middle of it. */
export type Fate =
  | 'pass'
  | 'refuse'
  | 'cut'
  /** The answer is lost after the request was carried out. */
  | 'lose answer'
  | { readonly cutAfter: number };

/** A proxy before an object store, which fails as networks and stores do. */
export interface FlakyProxy {
  readonly url: string;
  /** Decides about each request; `pass` at first. */
  decide: (request: IncomingMessage) => Fate;
  /** Requests that came. */
  count: number;
  close(): Promise<void>;
}

/** Starts a proxy before `target`. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const server = createServer((incoming, outgoing) => {
    proxy.count += 1;
    forward(new URL(target), incoming, outgoing, proxy.decide(incoming));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FlakyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: () => 'pass',
    count: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

function forward(
  { hostname, port }: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fate: Fate,
): void {
  if (fate === 'cut') {
    incoming.socket.destroy();
    return;
  }
  if (fate === 'refuse') {
    incoming.resume();
    incoming.once('end', () => {
      outgoing.statusCode = 503;
      outgoing.end('<Error><Code>SlowDown</Code><Message>Please slow down.</Message></Error>');
    });
    return;
  }
  const { method, url, headers } = incoming;
  const onward = request({ hostname, port, path: url, method, headers }, (answer) => {
    if (fate === 'lose answer') {
      answer.resume();
      answer.once('end', () => incoming.socket.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    let left = fate === 'pass' ? Number.POSITIVE_INFINITY : fate.cutAfter;
    answer.on('data', (chunk: Buffer) => {
      const piece = chunk.subarray(0, Math.min(left, chunk.length));
      left -= piece.length;
      if (left > 0) outgoing.write(piece);
      else outgoing.write(piece, () => incoming.socket.destroy());
    });
    answer.once('end', () => outgoing.end());
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}
