import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Project } from './faults/project.ts';
import { Watcher } from './faults/watcher.ts';
import { expectNothingTwice, expectWhole } from './faults/whole.ts';
import { ledger, Writers } from './faults/writers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const project = new Project();
let writers: Writers;
let watchers: Watcher[];
/** Another one in each test: strangers of one name may take each other's place. */
let topic: string;

beforeAll(async () => {
  await project.start();
  await project.query(ledger);
});

afterAll(() => project.remove());

beforeEach(async () => {
  await project.query('truncate ledger');
  topic = `ledger ${Math.random()}`;
  writers = new Writers(() => project.databaseUrl());
  watchers = await Promise.all([newWatcher(), newWatcher(), signedInWatcher()]);
});

afterEach(async () => {
  await writers.stop();
  await Promise.all(watchers.map((watcher) => watcher.close()));
});

function newWatcher(): Promise<Watcher> {
  return new Watcher(project.client(), { topic }).start();
}

let people = 0;
async function signedInWatcher(): Promise<Watcher> {
  const client = project.client();
  people += 1;
  const { error } = await client.auth.signUp({
    email: `person${people}@example.com`,
    password: 'correct horse battery',
  });
  expect(error).toBeNull();
  return new Watcher(client, { topic }).start();
}

test('the reader of the log is killed again and again: every change comes once, in order', async () => {
  writers.start();
  for (let kill = 0; kill < 8; kill += 1) {
    await writers.progress(25);
    await expect
      .poll(
        async () => {
          const killed = await project.query(
            `select pg_terminate_backend(active_pid) from pg_replication_slots
              where slot_name like 'plinth_realtime%' and active_pid is not null`,
            'supabase_admin',
          );
          return killed.length;
        },
        { timeout: 20_000, interval: 20 },
      )
      .toBe(1);
  }
  await writers.progress(25);
  await expectWhole(project, writers, watchers);
  expectNothingTwice(watchers);
  expect(watchers.map(({ joins }) => joins)).toEqual([1, 1, 1]);
});

/** The process of Postgres; undefined while there is none. */
function postmaster(): number | undefined {
  const file = join(project.path, '.plinth', 'postgres', 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return pid > 0 ? pid : undefined;
}

test('Postgres is killed: the server starts it again, clients stay, every change comes once', async () => {
  writers.start();
  for (let kill = 0; kill < 2; kill += 1) {
    await writers.progress(50);
    const before = postmaster();
    if (before === undefined) throw new Error('Postgres does not run');
    process.kill(before, 'SIGKILL');
    await expect
      .poll(() => ![before, undefined].includes(postmaster()), { timeout: 30_000 })
      .toBe(true);
    await writers.progress(50);
  }
  await expectWhole(project, writers, watchers);
  expectNothingTwice(watchers);
  expect(watchers.map(({ joins }) => joins)).toEqual([1, 1, 1]);
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'the server ends by %s and starts again: who comes back has every change, who is new gets no old one',
  async (signal) => {
    writers.start();
    await writers.progress(100);
    await project.stop(signal);
    await project.start();
    // A page that is loaded now loads its data itself.
    const before = new Set(writers.acknowledged);
    const fresh = await new Watcher(project.client(), { topic: 'fresh' }).start();
    const same = await newWatcher();
    await Promise.all(watchers.map((watcher) => watcher.joined(2)));
    await writers.progress(50);
    await expectWhole(project, writers, watchers);
    for (const watcher of [fresh, same]) {
      expect(watcher.heard.filter((id) => before.has(id))).toEqual([]);
      expect(watcher.heard.length).toBeGreaterThan(40);
      await watcher.close();
    }
  },
);
