import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection between a client and a server that a test can harm. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks all connections. */
  cut(): void;
  /** Breaks all connections for the clients; the server does not hear of it. */
  vanish(): void;
  /** New connections lead elsewhere. */
  lead(target: number): void;
  /** Takes no more connections, or takes them again. */
  refuse(refusing: boolean): void;
  /** Passes nothing on to the clients, or goes on: a client that does not read. */
  stall(stalling: boolean): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const clients = new Map<Socket, Socket>();
  /** The server's ends of connections whose clients are gone. */
  const halves = new Set<Socket>();
  let [isRefusing, isStalling] = [false, false];
  let leadsTo = target;
  const cut = (): void => {
    for (const [client, upstream] of clients) {
      client.destroy();
      upstream.destroy();
    }
    clients.clear();
    for (const half of halves) half.destroy();
    halves.clear();
  };
  const server = createServer((client) => {
    if (isRefusing) {
      client.destroy();
      return;
    }
    const upstream = connect({ host: '127.0.0.1', port: leadsTo });
    clients.set(client, upstream);
    client.on('error', () => {});
    upstream.on('error', () => {});
    client.on('close', () => {
      if (!halves.has(upstream)) upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
    client.pipe(upstream);
    upstream.on('data', (bytes) => {
      if (!client.write(bytes)) upstream.pause();
      if (isStalling) upstream.pause();
    });
    client.on('drain', () => {
      if (!isStalling) upstream.resume();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    vanish: () => {
      for (const [client, upstream] of clients) {
        halves.add(upstream);
        client.destroy();
      }
      clients.clear();
    },
    lead: (port) => {
      leadsTo = port;
    },
    refuse: (refusing) => {
      isRefusing = refusing;
    },
    stall: (stalling) => {
      isStalling = stalling;
      for (const upstream of clients.values()) {
        if (stalling) upstream.pause();
        else upstream.resume();
      }
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
