import { raw, sql } from '@plinth/postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { RawSocket } from '../test/adapters/raw-socket.ts';
import { type RealtimeBackend, startRealtime } from '../test/adapters/realtime-backend.ts';

let backend: RealtimeBackend;
beforeAll(async () => {
  backend = await startRealtime();
});
afterAll(() => backend?.close());

/** Runs a statement as the project's owner, who is no superuser. */
function asOwner(statement: string): Promise<{ who: string }[]> {
  return backend.database.as('postgres').query(sql`${raw(statement)}`);
}

/** Inserts a row into the table `bait`, sees it arrive, and gives who has run `betray()` for that. */
async function whoRan(): Promise<string[]> {
  await asOwner('alter publication supabase_realtime add table bait');
  await asOwner('truncate traces');
  const socket = await RawSocket.open(backend.endpoint, { vsn: '2.0.0', apikey: backend.anonKey });
  onTestFinished(() => socket.close());
  const binding = { event: '*', schema: 'public', table: 'bait' };
  await socket.join('realtime:bait', { config: { postgres_changes: [binding] } });
  await socket.next(({ event, payload }) => event === 'system' && payload.status === 'ok');
  await asOwner(`insert into bait values (1, 'a')`);
  await socket.next(({ event }) => event === 'postgres_changes');
  return (await asOwner('select distinct who from traces')).map(({ who }) => who);
}

const traces = `
  drop table if exists bait, traces;
  create table traces (who text);
  grant insert on traces to public;
  create or replace function betray() returns boolean language plpgsql as $$
  begin insert into public.traces values (current_user); return true; end $$;
  create table bait (id int primary key, s text);
  alter table bait enable row level security;`;

test('checks of domains in a policy never run as a superuser', async () => {
  await backend.database.run(`${traces}
    create domain checked as text check (betray());
    create policy reading on bait for select
      using (s = any ('{a,b}'::checked[]) and length(auth.jwt()::text) > 0);`);
  const ran = await whoRan();
  // The policy has it evaluated, or the test would prove nothing.
  expect(ran.length).toBeGreaterThan(0);
  expect(ran).not.toContain('supabase_admin');
});

test('functions of public with the names of built-in ones never run as a superuser', async () => {
  const overloads = ['name', 'text'].map(
    (type) => `
    create function add_${type}(json, ${type}) returns json language plpgsql as $$
    begin perform public.betray(); return '[]'; end $$;
    create aggregate json_agg(${type}) (sfunc = add_${type}, stype = json);`,
  );
  await backend.database.run(`${traces}
    create policy reading on bait for select using (s = 'a');
    ${overloads.join('')}`);
  expect(await whoRan()).toEqual([]);
});
