import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '@plinth/postgres';
import { silentLogger } from '@plinth/testkit';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BusServer, busServers } from '../../packages/realtime/testkit/bus-servers.ts';
import { startTcpProxy, type TcpProxy } from '../../packages/realtime/testkit/tcp-proxy.ts';
import { Project } from './faults/project.ts';
import { Watcher } from './faults/watcher.ts';
import { expectNothingTwice, expectWhole } from './faults/whole.ts';
import { ledger, Writers } from './faults/writers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 90_000 });

const patient = { timeout: 30_000, interval: 50 };
const folder = mkdtempSync(join(tmpdir(), 'plinth-nodes-'));
const jwtSecret = randomBytes(24).toString('hex');
let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.start({
    directory: join(folder, 'postgres'),
    port: 0,
    logFile: join(folder, 'postgres.log'),
    superuser: 'supabase_admin',
    password: 'secret',
    logger: silentLogger,
  });
});

afterAll(async () => {
  await cluster?.close();
  rmSync(folder, { recursive: true, force: true });
});

const urls: Record<string, (server: BusServer | undefined) => string> = {
  postgres: () => 'postgres',
  redis: (server) => `redis://127.0.0.1:${server?.port}`,
  nats: (server) => `nats://127.0.0.1:${server?.port}`,
};

describe.each(Object.keys(urls))('three servers over one database and %s', (engine) => {
  let server: BusServer | undefined;
  let absence: string | undefined;
  let nodes: Project[] = [];
  let proxy: TcpProxy;

  beforeAll(async () => {
    const started = engine === 'postgres' ? undefined : await busServers[engine]?.();
    if (typeof started === 'string') {
      absence = started;
      return;
    }
    server = started;
    const environment = {
      DATABASE_URL: `postgresql://supabase_admin:secret@127.0.0.1:${cluster.port}/postgres`,
      PLINTH_BUS_URL: urls[engine]?.(server) ?? '',
      JWT_SECRET: jwtSecret,
    };
    nodes = [1, 2, 3].map(() => new Project(environment));
    const [first, ...others] = nodes as [Project, Project, Project];
    await first.start();
    for (const other of others) other.shareSecrets(first);
    await Promise.all(others.map((other) => other.start()));
    await first.query(`drop table if exists ledger; ${ledger}`);
    proxy = await startTcpProxy(portOf(first));
  });

  afterAll(async () => {
    await proxy?.close();
    await Promise.all(nodes.map((node) => node.remove()));
    await server?.close();
  });

  test('they are one: broadcasts, presence and changes; a killed one leaves nothing behind and its clients lose nothing', async (context) => {
    context.skip(absence !== undefined, `${engine}: ${absence}`);
    const [first, second, third] = nodes as [Project, Project, Project];
    const topic = `ledger ${engine}`;
    const moved = await new Watcher(first.client(proxy.port), { topic }).start();
    const stayed = await Promise.all(
      [second, third].map((node) => new Watcher(node.client(), { topic }).start()),
    );
    const rooms = await Promise.all(
      nodes.map((node, at) => room(node.client(at === 0 ? proxy.port : undefined), at)),
    );
    await rooms[0]?.channel.send({ type: 'broadcast', event: 'word', payload: { from: 0 } });
    await rooms[2]?.channel.send({ type: 'broadcast', event: 'word', payload: { from: 2 } });
    await expect
      .poll(() => rooms.map(({ heard }) => heard.toSorted()), patient)
      .toEqual([[2], [0, 2], [0]]);
    await expect
      .poll(() => rooms.map(({ channel }) => present(channel)), patient)
      .toEqual([
        ['node 0', 'node 1', 'node 2'],
        ['node 0', 'node 1', 'node 2'],
        ['node 0', 'node 1', 'node 2'],
      ]);

    const writers = new Writers(() => first.databaseUrl());
    writers.start();
    await writers.progress(50);
    proxy.lead(portOf(second));
    await first.stop('SIGKILL');
    const killedAt = performance.now();
    await expect
      .poll(() => rooms.slice(1).map(({ channel }) => present(channel)), patient)
      .toEqual([
        ['node 1', 'node 2'],
        ['node 1', 'node 2'],
      ]);
    expect(performance.now() - killedAt).toBeLessThan(15_000);
    await moved.joined(2);
    await writers.progress(50);
    await expectWhole(second, writers, [moved, ...stayed]);
    expectNothingTwice(stayed);
    expect(stayed.map(({ joins }) => joins)).toEqual([1, 1]);
    await rooms[1]?.channel.send({ type: 'broadcast', event: 'word', payload: { from: 1 } });
    await expect.poll(() => rooms[2]?.heard, patient).toContain(1);
    await Promise.all([moved, ...stayed].map((watcher) => watcher.close()));
    for (const { channel } of rooms) channel.socket.disconnect();
  });

  test('nodes that stop leave no slot', async (context) => {
    context.skip(absence !== undefined, `${engine}: ${absence}`);
    await Promise.all(nodes.slice(1).map((node) => node.stop()));
    await expect
      .poll(
        () =>
          nodes[0]?.query("select slot_name from pg_replication_slots where slot_name ~ 'plinth'"),
        patient,
      )
      .toEqual([]);
  });
});

function portOf({ ready }: Project): number {
  return Number(new URL(ready.url).port);
}

/** Is there, and hears what others say. */
async function room(client: ReturnType<Project['client']>, at: number) {
  const heard: number[] = [];
  const channel = client.channel('room', { config: { presence: { key: `node ${at}` } } });
  channel
    .on('broadcast', { event: 'word' }, ({ payload }) => heard.push(payload.from))
    .on('presence', { event: 'sync' }, () => {});
  await new Promise((resolve) => {
    channel.subscribe((status) => status === 'SUBSCRIBED' && resolve(status));
  });
  await channel.track({ at });
  return { channel, heard };
}

function present(channel: RealtimeChannel): string[] {
  return Object.keys(channel.presenceState()).toSorted();
}
