import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@plinth/testkit';
import { afterEach, expect, test } from 'vitest';
import { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { postgresAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { Cluster } from './cluster.ts';
import { ClusterError } from './cluster-error.ts';
import { readPidFile } from './pid-file.ts';
import { Postmaster } from './postmaster.ts';
import { isAlive, waitUntil } from './process-list.ts';

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function newFolder(name = 'plinth-cluster-'): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(folder: string, port = 0): Promise<Cluster> {
  const cluster = await Cluster.start({
    directory: join(folder, 'postgres'),
    port,
    logFile: join(folder, 'logs', 'postgres.log'),
    superuser: 'supabase_admin',
    password: 'secret',
    logger: silentLogger,
  });
  cleanups.push(() => cluster.close());
  return cluster;
}

function connect(cluster: Cluster, password = 'secret'): Database {
  const connection = cluster.connection('postgres', 'supabase_admin', password);
  const database = new Database({ connection, logger: silentLogger, maxConnections: 2 });
  cleanups.push(() => database.close());
  return database;
}

async function settings(database: Database): Promise<Record<string, string>> {
  const rows = await database.query<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings`,
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

/** Repeats until `work` succeeds: a restart takes a moment. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

test('a first start makes a durable, private cluster; a later one finds its data', async () => {
  const folder = newFolder();
  const first = await start(folder);
  const database = connect(first);
  expect(await settings(database)).toMatchObject({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
    wal_level: 'logical',
    listen_addresses: '127.0.0.1',
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
  });
  await database.script('create table kept (n int); insert into kept values (42)');
  await expect(connect(first, 'wrong').query(sql`select 1`)).rejects.toThrow(
    /password authentication/,
  );
  await database.close();
  await first.close();
  expect(readPidFile(join(folder, 'postgres'))).toBeUndefined();

  const second = connect(await start(folder));
  expect(await second.query(sql`select n from kept`)).toEqual([{ n: 42 }]);
});

test('a postmaster that is killed comes back by itself, with everything that was committed', async () => {
  const cluster = await start(newFolder());
  const database = connect(cluster);
  await database.script('create table kept (n int)');
  for (let turn = 1; turn <= 3; turn += 1) {
    await database.query(sql`insert into kept values (${turn})`);
    const killed = cluster.pid;
    process.kill(killed, 'SIGKILL');
    await waitUntil(() => cluster.pid !== killed && cluster.pid !== 0, 10_000);
    expect(cluster.pid).not.toBe(killed);
    const rows = await eventually(() => database.query(sql`select n from kept order by n`));
    expect(rows).toHaveLength(turn);
  }
});

/** Starts a postmaster that nobody supervises, as a killed server leaves it. */
async function orphanIn(folder: string): Promise<number> {
  const cluster = await start(folder);
  await connect(cluster).script('create table kept (n int); insert into kept values (7)');
  await cluster.close();
  const dataDirectory = join(folder, 'postgres');
  const account = postgresAccount(dataDirectory);
  const postmaster = await Postmaster.start({
    program: findBinaries(account).postgres,
    dataDirectory,
    account,
    logFile: join(folder, 'logs', 'postgres.log'),
  });
  return postmaster.pid;
}

test('a postmaster left behind by a killed server is ended and gives its port back, and nothing is lost', async () => {
  const folder = newFolder();
  const orphan = await orphanIn(folder);
  expect(isAlive(orphan)).toBe(true);
  const port = Number(
    readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3],
  );
  const cluster = await start(folder, port);
  expect(cluster.port).toBe(port);
  expect(cluster.pid).not.toBe(orphan);
  expect(await connect(cluster).query(sql`select n from kept`)).toEqual([{ n: 7 }]);
});

test('a pid file whose number now belongs to another program is no obstacle', async () => {
  const folder = newFolder();
  const orphan = await orphanIn(folder);
  const pidFile = join(folder, 'postgres', 'postmaster.pid');
  const text = readFileSync(pidFile, 'utf8');
  process.kill(orphan, 'SIGKILL');
  await waitUntil(() => !isAlive(orphan), 5_000);
  writeFileSync(pidFile, text.replace(/^\d+/, String(process.pid)));
  const cluster = await start(folder);
  expect(await connect(cluster).query(sql`select n from kept`)).toEqual([{ n: 7 }]);
});

test('a start that was interrupted while the cluster was made begins anew', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'postgres.unfinished', 'base'), { recursive: true });
  const cluster = await start(folder);
  expect(await connect(cluster).query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(existsSync(join(folder, 'postgres.unfinished'))).toBe(false);
});

test('a project path longer than a socket may be', async () => {
  const folder = join(newFolder(), 'a'.repeat(100), 'b'.repeat(100));
  mkdirSync(folder, { recursive: true });
  const cluster = await start(folder);
  expect(await connect(cluster).query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

async function problemOf(starting: Promise<Cluster>): Promise<string> {
  try {
    await starting;
  } catch (error) {
    if (error instanceof ClusterError) return `${error.problem}: ${error.message}`;
    throw error;
  }
  return 'started';
}

test('a data directory of another major version is refused and left as it is', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '14\n');
  expect(await problemOf(start(folder))).toMatch(/^other_major_version: .* made by PostgreSQL 14/);
  expect(readdirSync(join(folder, 'postgres'))).toEqual(['PG_VERSION']);
});

test('a folder with other files is refused and left as it is', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres', 'holiday.jpg'), 'x');
  expect(await problemOf(start(folder))).toMatch(/^data_directory_unusable: /);
  expect(readdirSync(join(folder, 'postgres'))).toEqual(['holiday.jpg']);
});

test('a folder that cannot be written is refused', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(await problemOf(start(join(folder, 'file')))).toMatch(/^(not_writable|start_failed): /);
});

test('a busy port is refused; the cluster starts on another', async () => {
  const folder = newFolder();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => void taken.close());
  const { port } = taken.address() as { port: number };
  expect(await problemOf(start(folder, port))).toMatch(/^port_busy: .*--db-port/);
  const cluster = await start(folder);
  expect(await connect(cluster).query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test.runIf(canMount())('a full disk: a clear sentence, and nothing half-made', async () => {
  const folder = newFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=30m', 'tmpfs', folder]);
  cleanups.push(() => void execFileSync('umount', ['-l', folder]));
  expect(await problemOf(start(folder))).toMatch(/^disk_full: .*Free some space/);
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
  expect(existsSync(join(folder, 'postgres.unfinished'))).toBe(false);
});

test.runIf(canMount())(
  'a disk that fills up: writes fail, and work again when there is room',
  async () => {
    const folder = newFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder]);
    cleanups.push(() => void execFileSync('umount', ['-l', folder]));
    const cluster = await start(folder);
    const database = connect(cluster);
    await database.script('create table kept (n int, filler text); insert into kept values (1)');
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(50_000_000));
    const fill = sql`insert into kept select n, (
    select string_agg(md5(random()::text || m || n), '') from generate_series(1, 60) m
  ) from generate_series(1, 60000) n`;
    await expect(database.query(fill)).rejects.toThrow(/space|terminat|connection|recovery/i);
    rmSync(join(folder, 'ballast'));
    await eventually(() => database.query(sql`insert into kept values (2)`));
    const rows = await database.query(sql`select n from kept where filler is null order by n`);
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  },
);

/** Only root in a machine of its own may mount; elsewhere these two tests are skipped. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
