import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultSettings, type Settings } from '@plinth/config';
import { callerFromClaims } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { RawSocket } from '../test/adapters/raw-socket.ts';
import { RealtimeService } from './service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table public.news (id int primary key);
    grant select on public.news to anon;
    alter publication supabase_realtime add table public.news;`);
});
afterAll(() => database.close());

interface Node {
  readonly service: RealtimeService;
  open(): Promise<RawSocket>;
}

/** One process of a project, on a listener of its own, for callers of the anon key. */
async function startNode(settings: Partial<Settings>): Promise<Node> {
  const caller = callerFromClaims('publishable', {}, 'anon');
  const service = new RealtimeService({
    databases: {
      admin: database.as('supabase_admin'),
      owner: database.as('postgres'),
      api: database.as('authenticator'),
    },
    settings: { ...defaultSettings(), 'realtime.refusal_delay': 0, ...settings },
    callers: { resolve: () => caller },
    clusterSecret: database.name,
    clock: { now: () => Date.now() },
    random: { bytes: (length) => randomBytes(length), uuid: () => randomUUID() },
    logger: silentLogger,
  });
  const server = createServer();
  server.on('upgrade', (message, socket, head) => {
    const path = '/websocket';
    const rawQuery = message.url?.split('?')[1] ?? '';
    const address = '127.0.0.1';
    const about = { id: 'r', path, rawQuery, message, address, socket, head, log: silentLogger };
    service.sockets.take(about);
  });
  await service.start();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await service.close();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}`;
  const open = async (): Promise<RawSocket> => {
    const socket = await RawSocket.open(url, { vsn: '2.0.0', apikey: 'sb_publishable_x' });
    onTestFinished(() => socket.close());
    return socket;
  };
  return { service, open };
}

const slots = async (): Promise<string[]> => {
  const rows = await database.query<{ slot_name: string }>(
    sql`select slot_name from pg_replication_slots where database = current_database()`,
  );
  return rows.map(({ slot_name }) => slot_name);
};

test('two nodes over one database are one: broadcasts, presence, messages and changes', async () => {
  const cluster = { 'cluster.bus': 'postgres' };
  const nodes = [await startNode(cluster), await startNode(cluster)];
  const [one, two] = await Promise.all(nodes.map((node) => node.open()));
  if (one === undefined || two === undefined) throw new Error('both are open');
  const config = {
    presence: { enabled: true },
    postgres_changes: [{ event: '*', schema: 'public', table: 'news' }],
  };
  await Promise.all([one, two].map((socket) => socket.join('realtime:room', { config })));
  const told = (socket: RawSocket, event: string): unknown[] =>
    socket.heard.filter((message) => message.event === event).map(({ payload }) => payload);
  const message = { type: 'broadcast', event: 'hello', payload: { n: 1 } };
  // A bus begins to carry when it has connected; what is sent before that stays on its node.
  await vi.waitFor(
    () => {
      one.send(null, null, 'realtime:room', 'broadcast', message);
      expect(told(two, 'broadcast')).toContainEqual(message);
    },
    { timeout: 10_000, interval: 100 },
  );
  one.send(null, null, 'realtime:room', 'presence', {
    type: 'presence',
    event: 'track',
    payload: { name: 'ann' },
  });
  await vi.waitFor(() =>
    expect(JSON.stringify(told(two, 'presence_diff'))).toContain('"name":"ann"'),
  );
  await database.query(sql`
    with sent as (select realtime.send('{"text":"to all"}', 'sql', 'room', false))
    insert into news select 1 from sent`);
  for (const socket of [one, two]) {
    await vi.waitFor(() => {
      expect(
        told(socket, 'broadcast').filter((each) => JSON.stringify(each).includes('to all')),
      ).toHaveLength(1);
      expect(told(socket, 'postgres_changes')).toHaveLength(1);
    });
  }
});

test('a server that stops closes its sockets and keeps its place in the log for the next start', async () => {
  const node = await startNode({});
  const socket = await node.open();
  await socket.join('realtime:room');
  expect(await slots()).toHaveLength(1);
  await node.service.close();
  expect(await socket.end()).toEqual({ code: 1001, reason: 'Realtime is restarting' });
  expect(await slots()).toHaveLength(1);
});

test('what is committed while the server is away is there for who comes back', async () => {
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'news' }] };
  const first = await startNode({});
  const before = await first.open();
  await before.join('realtime:news', { config }, '1');
  await database.query(sql`insert into news values (10)`);
  await before.next(({ event }) => event === 'postgres_changes');
  await first.service.close();
  await database.query(sql`insert into news values (11)`);
  const second = await startNode({});
  const after = await second.open();
  await after.join('realtime:news', { config }, '5');
  await database.query(sql`insert into news values (12)`);
  const ids = (): number[] =>
    after.heard
      .filter(({ event }) => event === 'postgres_changes')
      .map(({ payload }) => payload.data.record.id);
  await vi.waitFor(() => expect(ids().slice(-2)).toEqual([11, 12]), { timeout: 10_000 });
});
