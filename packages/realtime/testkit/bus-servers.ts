import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster, Database } from '@plinth/postgres';
import { silentLogger } from '@plinth/testkit';
import type { BusEngine } from '../src/bus/engines/bus-engine.ts';
import { NatsEngine } from '../src/bus/engines/nats-engine.ts';
import { PostgresEngine } from '../src/bus/engines/postgres-engine.ts';
import { RedisEngine } from '../src/bus/engines/redis-engine.ts';

/** A server of one kind of engine. */
export interface BusServer {
  /** On 127.0.0.1. */
  readonly port: number;
  /** An engine that reaches it, through another port where one is given. */
  engine(port?: number): BusEngine;
  /** SIGKILL; undefined where the server is not ours. */
  readonly kill?: () => Promise<void>;
  /** After `kill`, on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Each kind of engine: its server, or why there is none on this machine. */
export const busServers: Readonly<Record<string, () => Promise<BusServer | string>>> = {
  postgres: startPostgres,
  redis: () =>
    program(6379, ['/usr/bin/redis-server', '/usr/local/bin/redis-server'], {
      args: (port, folder) => [
        '--port',
        `${port}`,
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--dir',
        folder,
      ],
      engine: (port) => new RedisEngine(`redis://127.0.0.1:${port}`),
    }),
  nats: () =>
    program(4222, ['/usr/sbin/nats-server', '/usr/local/bin/nats-server', '/usr/bin/nats-server'], {
      args: (port) => ['-a', '127.0.0.1', '-p', `${port}`],
      engine: (port) => new NatsEngine({ servers: [`127.0.0.1:${port}`] }),
    }),
};

interface Program {
  args(port: number, folder: string): string[];
  engine(port: number): BusEngine;
}

/** A process of our own from an installed program, else the server that listens on the usual port. */
async function program(
  usualPort: number,
  places: string[],
  { args, engine }: Program,
): Promise<BusServer | string> {
  const path = places.find((place) => existsSync(place));
  if (path === undefined) {
    if (!(await isListening(usualPort))) return `no ${places[0]}, and nothing on port ${usualPort}`;
    const nothing = async (): Promise<void> => {};
    return {
      port: usualPort,
      engine: (port = usualPort) => engine(port),
      restart: nothing,
      close: nothing,
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bus-'));
  const port = await freePort();
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const child = spawn(path, args(port, folder), { stdio: 'ignore' });
    running = child;
    await until(async () => child.exitCode !== null || (await isListening(port)));
    if (child.exitCode !== null) throw new Error(`${path} ended with ${child.exitCode}`);
  };
  const kill = async (): Promise<void> => {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    port,
    engine: (other = port) => engine(other),
    kill,
    restart: start,
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startPostgres(): Promise<BusServer> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bus-'));
  const cluster = await Cluster.start({
    directory: join(folder, 'postgres'),
    port: 0,
    logFile: join(folder, 'postgres.log'),
    superuser: 'supabase_admin',
    password: 'secret',
    logger: silentLogger,
  });
  const { port } = cluster;
  const databases: Database[] = [];
  return {
    port,
    engine: (other = port) => {
      const login = cluster.connection('postgres', 'supabase_admin', 'secret');
      const connection = { ...login, host: '127.0.0.1', port: other };
      const database = new Database({ connection, logger: silentLogger, maxConnections: 2 });
      databases.push(database);
      return new PostgresEngine(database);
    },
    kill: async () => {
      process.kill(cluster.pid, 'SIGKILL');
      await until(() => cluster.pid === 0);
    },
    // The cluster starts a postmaster that died again by itself.
    restart: () => until(() => cluster.pid !== 0),
    close: async () => {
      await Promise.all(databases.map((each) => each.close()));
      await cluster.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const answer = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.on('connect', answer(true)).on('error', answer(false));
  });
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error('a server of the test did not come up in 20 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
