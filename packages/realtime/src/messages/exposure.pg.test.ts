import { randomUUID } from 'node:crypto';
import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealtimeBackend, startRealtime } from '../../test/adapters/realtime-backend.ts';

let backend: RealtimeBackend;
const [ada, bob] = [randomUUID(), randomUUID()];
beforeAll(async () => {
  backend = await startRealtime({ settings: { 'api.schemas': ['public', 'realtime'] } });
  await backend.database.run(`
    create policy own on realtime.messages for select to authenticated
      using (topic = 'user:' || auth.uid());
    create policy send on realtime.messages for insert to authenticated
      with check (topic = 'user:' || auth.uid() and extension = 'broadcast');
    select realtime.send('{"secret": 1}', 'e', 'user:${ada}');
    select realtime.send('{"secret": 2}', 'e', 'user:${bob}')`);
});
afterAll(() => backend.close());

async function call(
  user: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${backend.url}/rest/v1/${path}`, {
    headers: {
      apikey: backend.anonKey,
      authorization: `Bearer ${user === '' ? backend.anonKey : await backend.token(user)}`,
      'accept-profile': 'realtime',
      'content-profile': 'realtime',
      'content-type': 'application/json',
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

test('who exposes the schema shows each user what the policies show', async () => {
  expect(await call(ada, 'messages?select=topic,payload->secret')).toEqual({
    status: 200,
    body: [{ topic: `user:${ada}`, secret: 1 }],
  });
  expect(await call('', 'messages?select=topic')).toEqual({ status: 200, body: [] });
});

test('partitions and what is the service’s own cannot be reached', async () => {
  const tables = ['messages_default', 'feed_nodes', 'feed_positions', 'feed_subscribers'];
  for (const table of tables) {
    for (const user of ['', ada]) {
      const { status, body } = await call(user, `${table}?select=*`);
      expect([401, 403, 404]).toContain(status);
      expect(body).toHaveProperty('code');
    }
  }
  const { status } = await call(ada, 'rpc/read_rights', {
    probed_topic: 't',
    caller_role: 'postgres',
  });
  expect([403, 404]).toContain(status);
});

test('a user sends where the policies allow it, and is told nothing where they do not', async () => {
  const send = (topic: string) =>
    call(ada, 'rpc/send', { payload: { n: 1 }, event: 'e', topic, private: true });
  expect((await send(`user:${ada}`)).status).toBe(204);
  expect((await send(`user:${bob}`)).status).toBe(204);
  const rows = await backend.database.query<{ topic: string }>(
    sql`select topic from realtime.messages where payload ? 'n'`,
  );
  expect(rows).toEqual([{ topic: `user:${ada}` }]);
});
