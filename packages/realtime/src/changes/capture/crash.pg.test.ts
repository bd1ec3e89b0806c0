import { type ConnectionOptions, Database, sql } from '@plinth/postgres';
import { silentLogger, startTestCluster, type TestCluster } from '@plinth/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  keepingLogger,
  lineOf,
  type Recorder,
  settled,
  testSource,
} from '../../../testkit/test-capture.ts';
import type { LogChangeSource } from './log-change-source.ts';
import { SlotWatch } from './slot/slot-watch.ts';

let cluster: TestCluster;
let database: Database;
let source: LogChangeSource;
let recorder: Recorder;
const connectionTo = (name: string, user = 'supabase_admin'): ConnectionOptions => ({
  host: cluster.host,
  port: cluster.port,
  password: cluster.password,
  database: name,
  user,
});

beforeAll(async () => {
  cluster = await startTestCluster();
}, 120_000);
afterAll(() => cluster.close());

let number = 0;
beforeEach(async () => {
  number += 1;
  const maintenance = new Database({ connection: connectionTo('postgres'), logger: silentLogger });
  await maintenance.script(`create database crash_${number} template plinth_template`);
  await maintenance.close();
  database = new Database({ connection: connectionTo(`crash_${number}`), logger: silentLogger });
  await database.script(`
    create table notes (id serial primary key, body text);
    alter publication supabase_realtime add table notes;
  `);
  ({ source, recorder } = testSource(database));
});
afterEach(async () => {
  await source.close();
  await database.script('alter system reset all; select pg_reload_conf()').catch(() => {});
  await database.close();
});

const ask = async (text: string): Promise<string> => {
  const [row] = await database.query<{ answer: string }>(
    sql`select setting as answer from pg_settings where name = ${text}`,
  );
  return row?.answer ?? '';
};

async function postmaster(): Promise<number> {
  const [row] = await database.query<{ file: string }>(
    sql`select pg_read_file('postmaster.pid') as file`,
  );
  return Number(row?.file.split('\n')[0]);
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Waits until Postgres answers again. */
async function backAgain(): Promise<void> {
  await expect
    .poll(
      () =>
        database.query(sql`select 1`).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
}

test.each(['SIGKILL', 'SIGINT'] as const)(
  'Postgres gets %s while it is written to: what was committed comes, each once',
  async (signal) => {
    // Test clusters are made without: an acknowledged commit would not have to survive.
    await database.script(`alter database crash_${number} set synchronous_commit = on`);
    await database.close();
    database = new Database({ connection: connectionTo(`crash_${number}`), logger: silentLogger });
    ({ source, recorder } = testSource(database));
    await source.open();
    let isWriting = true;
    const committed = new Set<string>();
    const write = async (writer: number): Promise<void> => {
      for (let at = 0; isWriting; at += 1) {
        const body = `${writer}.${at}`;
        const [row] = await database
          .query<{ body: string }>(sql`insert into notes (body) values (${body}) returning body`)
          .catch(() => []);
        if (row !== undefined) committed.add(row.body);
        else await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const writing = Promise.all([write(1), write(2), write(3)]);
    await expect.poll(() => recorder.batches.length, { timeout: 20_000 }).toBeGreaterThan(100);
    const pid = await postmaster();
    process.kill(pid, signal);
    const asked = performance.now();
    await expect.poll(() => isRunning(pid), { interval: 10, timeout: 20_000 }).toBe(false);
    // The stream does not hold up an orderly stop, although much of it is not confirmed.
    if (signal === 'SIGINT') expect(performance.now() - asked).toBeLessThan(10_000);
    const before = recorder.batches.length;
    await backAgain();
    await expect
      .poll(() => recorder.batches.length, { timeout: 60_000 })
      .toBeGreaterThan(before + 100);
    isWriting = false;
    await writing;
    await settled(source);
    const lines = recorder.entries.map(lineOf);
    expect(new Set(lines).size).toBe(lines.length);
    const seen = new Set(lines.map((line) => line.split(',')[1] ?? ''));
    expect([...committed].filter((body) => !seen.has(body))).toEqual([]);
    const stored = await database.query<{ body: string }>(sql`select body from notes`);
    expect(seen).toEqual(new Set(stored.map(({ body }) => body)));
    expect(recorder.losses).toEqual([]);
  },
  120_000,
);

test('Postgres gives the slot up because it kept too much log: a new one, and the sink is told', async () => {
  await source.open();
  const { slot } = await source.status();
  await source.close();
  const lines: string[] = [];
  const watch = new SlotWatch(database, slot, keepingLogger(lines));
  await watch.look();
  expect(lines).toEqual([]);
  await database.script(`alter system set max_slot_wal_keep_size = '20MB'`);
  await database.script('select pg_reload_conf()');
  await expect.poll(() => ask('max_slot_wal_keep_size')).toBe('20');
  const fill = async (): Promise<void> => {
    await database.script('select pg_switch_wal()');
    await database.script(
      `insert into notes (body) select repeat(n::text, 100) from generate_series(1, 20000) as n`,
    );
  };
  await fill();
  await watch.look();
  await watch.look();
  expect(lines).toEqual([expect.stringContaining('keeps much of its log')]);
  await fill();
  await fill();
  await expect
    .poll(
      async () => {
        await database.script('checkpoint');
        const [row] = await database.query<{ wal_status: string }>(
          sql`select wal_status from pg_replication_slots where slot_name = ${slot}`,
        );
        return row?.wal_status;
      },
      { timeout: 30_000 },
    )
    .toBe('lost');
  await source.open();
  await database.query(sql`insert into notes (body) values ('after')`);
  await settled(source);
  expect(recorder.entries.map((entry) => lineOf(entry).split(',')[1])).toEqual(['after']);
  expect(source.since({ lsn: 1n, index: 0 })).toBeUndefined();
}, 120_000);

test('while it reads, its slot is given up: the sink is told once, and it goes on', async () => {
  await source.open();
  const { slot } = await source.status();
  let release = (): void => {};
  // A sink that does not take holds the slot where it is.
  recorder.onTake = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  await database.script(`alter system set max_slot_wal_keep_size = '20MB'`);
  await database.script('select pg_reload_conf()');
  await expect.poll(() => ask('max_slot_wal_keep_size')).toBe('20');
  await expect
    .poll(
      async () => {
        await database.script(
          `insert into notes (body) select repeat(n::text, 100) from generate_series(1, 20000) as n`,
        );
        await database.script('select pg_switch_wal()');
        await database.script('checkpoint');
        const [row] = await database.query<{ wal_status: string }>(
          sql`select wal_status from pg_replication_slots where slot_name = ${slot}`,
        );
        return row?.wal_status ?? 'lost';
      },
      { timeout: 60_000 },
    )
    .toBe('lost');
  recorder.onTake = () => {};
  release();
  await expect.poll(() => recorder.losses, { timeout: 60_000 }).toHaveLength(1);
  expect(recorder.losses).toEqual([
    'Postgres gave up its replication slot (max_slot_wal_keep_size)',
  ]);
  await database.query(sql`insert into notes (body) values ('after')`);
  await settled(source);
  expect(lineOf(recorder.entries.at(-1) ?? { kind: 'message', prefix: '', content: '' })).toContain(
    'after',
  );
  expect(recorder.losses).toHaveLength(1);
}, 120_000);

test('what keeps the log from being read is said in a sentence', async () => {
  const roles = new Database({
    connection: connectionTo(`crash_${number}`, 'authenticator'),
    logger: silentLogger,
  });
  const weak = testSource(roles);
  await expect(weak.source.open()).rejects.toMatchObject({
    problem: 'no_right',
    message: expect.stringContaining('alter role … replication'),
  });
  await weak.source.close();
  await roles.close();

  const slots = Number(await ask('max_replication_slots'));
  await database.query(
    sql`select pg_create_physical_replication_slot('taken_' || n) from generate_series(1, ${slots}::int) as n
      where n > (select count(*) from pg_replication_slots)`,
  );
  await expect(source.open()).rejects.toMatchObject({
    problem: 'no_free_slot',
    message: expect.stringContaining('max_replication_slots'),
  });
  await database.query(
    sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name like 'taken%'`,
  );
  await source.open();
  await source.close();

  for (const [name, value] of [
    ['max_wal_senders', '0'],
    ['wal_level', 'replica'],
  ] as const) {
    await database.query(sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots`);
    await database.script(`alter system set ${name} = '${value}'`);
    process.kill(await postmaster(), 'SIGINT');
    await expect.poll(() => ask(name).catch(() => ''), { timeout: 60_000 }).toBe(value);
    await expect(source.open()).rejects.toMatchObject({
      problem: name === 'wal_level' ? 'wal_level' : 'no_free_sender',
      message: expect.stringContaining(name),
    });
  }
}, 120_000);
