import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '@plinth/postgres';
import { silentLogger } from '@plinth/testkit';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Project } from './faults/project.ts';
import { Watcher } from './faults/watcher.ts';
import { ledger, Writers } from './faults/writers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'plinth-log-'));
let cluster: Cluster;
let project: Project;
let writers: Writers;

const startCluster = (port = 0): Promise<Cluster> =>
  Cluster.start({
    directory: join(folder, 'postgres'),
    port,
    logFile: join(folder, 'postgres.log'),
    superuser: 'supabase_admin',
    password: 'secret',
    logger: silentLogger,
  });

/** A Postgres of the owner's own, with a server over it. */
beforeAll(async () => {
  cluster = await startCluster();
  project = new Project({
    DATABASE_URL: `postgresql://supabase_admin:secret@127.0.0.1:${cluster.port}/postgres`,
  });
  await project.start();
  await project.query(ledger);
});

afterAll(async () => {
  await project?.remove();
  await cluster?.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await project.query('truncate ledger');
  writers = new Writers(() => project.databaseUrl());
});

afterEach(() => writers.stop());

/** Slots of ours. */
function slots() {
  return project.query<{ slot_name: string; active_pid: number | null; wal_status: string }>(
    "select slot_name, active_pid, wal_status from pg_replication_slots where slot_name like 'plinth_realtime%'",
  );
}

function joined(channel: RealtimeChannel): Promise<unknown> {
  return new Promise((resolve) => {
    channel.subscribe((status) => status === 'SUBSCRIBED' && resolve(status));
  });
}

/** Repeats a statement that can be refused, until it is not. */
async function insist(sql: string): Promise<void> {
  await expect
    .poll(
      () =>
        project.query(sql).then(
          (rows) => rows.length,
          () => 0,
        ),
      { timeout: 30_000, interval: 10 },
    )
    .toBeGreaterThan(0);
}

test('Postgres is stopped for a while: clients stay, and have every change when it is back, once', async () => {
  const watchers = await Promise.all([
    new Watcher(project.client(), { topic: 'one' }).start(),
    new Watcher(project.client(), { topic: 'two' }).start(),
  ]);
  writers.start();
  await writers.progress(50);
  await cluster.close();
  // Whoever comes now waits, and does not take the server down; what needs no database goes on.
  const waiting = new Watcher(project.client(), { topic: 'three' });
  waiting.channel.subscribe();
  const health = await fetch(`${project.ready.url}/health`);
  expect([200, 503]).toContain(health.status);
  const heard: unknown[] = [];
  const [from, to] = [project.client().channel('talk'), project.client().channel('talk')];
  to.on('broadcast', { event: 'word' }, ({ payload }) => heard.push(payload));
  await Promise.all([joined(from), joined(to)]);
  await from.send({ type: 'broadcast', event: 'word', payload: { still: 'here' } });
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual([{ still: 'here' }]);
  await Promise.all([from, to].map((channel) => channel.socket.disconnect()));

  cluster = await startCluster(cluster.port);
  await writers.progress(50);
  await waiting.joined(1);
  await writers.progress(20);
  await writers.stop();
  const rows = await project.query<{ id: string }>('select id from ledger');
  const committed = rows.map(({ id }) => Number(id));
  expect([...writers.acknowledged].filter((id) => !committed.includes(id))).toEqual([]);
  for (const watcher of watchers) {
    await watcher.catchesUp(committed);
    expect([watcher.doubled, watcher.disordered, watcher.troubles]).toEqual([[], [], []]);
    expect([watcher.heard.length, watcher.joins]).toEqual([committed.length, 1]);
  }
  expect(waiting.heard.length).toBeGreaterThan(10);
  await Promise.all([...watchers, waiting].map((watcher) => watcher.close()));
});

test('a slot that somebody drops, and one that Postgres gives up: clients are told, and changes go on', async () => {
  const watcher = await new Watcher(project.client(), { topic: 'slot' }).start();
  writers.start(2);
  await writers.progress(20);
  await insist(
    `select pg_terminate_backend(active_pid), pg_drop_replication_slot(slot_name) from pg_replication_slots
      where slot_name like 'plinth_realtime%'`,
  );
  const said = 'Changes may have been missed, please load the data again: ';
  await expect
    .poll(() => watcher.troubles, { timeout: 30_000 })
    .toEqual([`${said}its replication slot was dropped`]);
  const between = new Set(writers.acknowledged);
  await writers.progress(30);

  await project.query('alter system set max_slot_wal_keep_size = 1');
  await project.query('select pg_reload_conf()');
  await expect
    .poll(
      async () => {
        await project.query(
          "select pg_logical_emit_message(false, 'x', repeat('x', 100000)), pg_switch_wal()",
        );
        await project.query('checkpoint');
        return watcher.troubles.length;
      },
      { timeout: 40_000, interval: 50 },
    )
    .toBe(2);
  await project.query('alter system reset max_slot_wal_keep_size');
  await project.query('select pg_reload_conf()');
  expect(watcher.troubles[1]).toBe(
    `${said}Postgres gave up its replication slot (max_slot_wal_keep_size)`,
  );
  const last = new Set(writers.acknowledged);
  await writers.progress(30);
  await writers.stop();
  const afterwards = [...writers.acknowledged].filter((id) => !last.has(id));
  await watcher.catchesUp(afterwards);
  expect(watcher.heard.some((id) => !between.has(id) && !last.has(id))).toBe(true);
  expect([watcher.doubled, watcher.disordered, watcher.joins]).toEqual([[], [], 1]);
  expect(await slots()).toHaveLength(1);
  await watcher.close();
});

test('a server that is stopped and started keeps its slot, and makes no second one', async () => {
  const before = await slots();
  for (let start = 0; start < 2; start += 1) {
    await project.stop();
    await project.start();
  }
  const after = await slots();
  expect(after.map((slot) => slot.slot_name)).toEqual(before.map((slot) => slot.slot_name));
  await expect
    .poll(async () => (await slots()).map(({ active_pid: pid }) => pid !== null), {
      timeout: 20_000,
    })
    .toEqual([true]);
});

test('a Postgres without logical decoding: it says what to set, and the rest works', async () => {
  await project.query('alter system set wal_level = replica');
  await project.stop();
  await insist(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots
      where slot_name like 'plinth_realtime%' and active_pid is null`,
  );
  await cluster.close();
  cluster = await startCluster(cluster.port);
  await project.start();
  const watcher = new Watcher(project.client(), { topic: 'no log' });
  const heard: unknown[] = [];
  watcher.channel.on('broadcast', { event: 'word' }, ({ payload }) => heard.push(payload));
  const other = project.client().channel('no log');
  await Promise.all([joined(watcher.channel), joined(other)]);
  await other.send({ type: 'broadcast', event: 'word', payload: { still: 'here' } });
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual([{ still: 'here' }]);
  await expect
    .poll(() => watcher.troubles[0], { timeout: 30_000 })
    .toMatch(/Unable to subscribe to changes: .* need wal_level = logical; it is replica/);
  expect(project.log).toMatch(/need wal_level = logical/);
  const { url, serviceRoleKey } = project.ready;
  const answer = await fetch(`${url}/rest/v1/ledger?select=id&limit=1`, {
    headers: { apikey: serviceRoleKey },
  });
  expect(answer.status).toBe(200);
  await Promise.all([watcher.close(), other.socket.disconnect()]);
});
