import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientConfig } from '../database.ts';
import { sql } from '../sql.ts';
import { Listener } from './listener.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a connection that falls silent is replaced, and the gap is told', async () => {
  const { host, port } = database.connection();
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const connections: { isSilent: boolean; client: Socket; upstream: Socket }[] = [];
  const proxy = createServer((client) => {
    const link = { isSilent: false, client, upstream: connect(target) };
    connections.push(link);
    client.on('error', () => {}).on('close', () => link.upstream.destroy());
    client.on('data', (bytes) => link.isSilent || link.upstream.write(bytes));
    link.upstream.on('error', () => {}).on('data', (bytes) => link.isSilent || client.write(bytes));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const through = { host: '127.0.0.1', port: (proxy.address() as AddressInfo).port };
  const config = clientConfig({ ...database.connection(), ...through }, 'listener test');
  const pulse = { every: 50, timeout: 2_000 };
  const listener = new Listener(() => new pg.Client(config), silentLogger, pulse);
  const heard: string[] = [];
  let gaps = 0;
  await listener.listen(
    'news',
    (payload) => heard.push(payload),
    () => {
      gaps += 1;
    },
  );
  const notify = (text: string) => database.query(sql`select pg_notify('news', ${text})`);

  await notify('before');
  await vi.waitFor(() => expect(heard).toEqual(['before']), 10_000);
  const [first] = connections;
  if (first === undefined) throw new Error('nothing came through the proxy');
  first.isSilent = true;
  await notify('lost');
  await vi.waitFor(() => expect(gaps).toBe(1), 15_000);
  await notify('after');
  await vi.waitFor(() => expect(heard).toEqual(['before', 'after']), 10_000);

  await listener.close();
  for (const { client } of connections) client.destroy();
  await new Promise((resolve) => proxy.close(resolve));
});
