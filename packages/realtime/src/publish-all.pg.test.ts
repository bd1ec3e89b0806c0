import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type RealtimeBackend,
  startRealtime,
  subscribed,
} from '../test/adapters/realtime-backend.ts';

const schema = `
  create table public.todos (id int primary key, title text);
  create table public.secrets (id int primary key);
  alter table public.secrets enable row level security;
  create table public.keyless (title text);
  grant select on public.todos, public.secrets, public.keyless to anon;`;

let backend: RealtimeBackend;
beforeAll(async () => {
  backend = await startRealtime({ schema, settings: { 'realtime.publish': 'all' } });
});
afterAll(() => backend.close());

async function listen(): Promise<string[]> {
  const channel = backend.client().channel('everything');
  const seen: string[] = [];
  channel.on('postgres_changes', { event: '*', schema: 'public' }, ({ eventType, table }) =>
    seen.push(`${eventType} ${table}`),
  );
  await subscribed(channel);
  return seen;
}

test('tables that nobody published are live, with their policies; none refuses an update for it', async () => {
  const seen = await listen();
  await backend.database.query(sql`insert into secrets values (1)`);
  await backend.database.query(sql`insert into todos values (1, 'a')`);
  await backend.database.query(sql`update todos set title = 'b'`);
  await backend.database.query(sql`insert into keyless values ('a')`);
  await backend.database.query(sql`update keyless set title = 'b'`);
  await backend.database.query(sql`delete from keyless`);
  await backend.database.query(sql`create table later (id int primary key)`);
  await backend.database.query(sql`insert into later values (1)`);
  await backend.database.query(sql`delete from todos`);
  await vi.waitFor(
    () =>
      expect(seen).toEqual([
        'INSERT todos',
        'UPDATE todos',
        'INSERT keyless',
        'INSERT later',
        'DELETE todos',
      ]),
    10_000,
  );
});
