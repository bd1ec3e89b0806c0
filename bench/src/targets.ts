import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server under load. */
export interface Target {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** What `plinth start --json` says. */
export interface Ready {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly jwtSecret: string;
  readonly databaseUrl: string;
  readonly pid: number;
}

/** A running Plinth in a folder of its own. */
export interface PlinthTarget extends Target {
  readonly ready: Ready;
  readonly folder: string;
}

const here = import.meta.dirname;
const plinth = join(here, '..', '..', 'packages', 'cli', 'dist', 'plinth.mjs');

/** A new project folder, empty but for a configuration that takes large files. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-'));
  mkdirSync(join(folder, 'supabase'));
  writeFileSync(
    join(folder, 'supabase', 'config.toml'),
    '[storage]\nenabled = true\nfile_size_limit = "4GiB"\n',
  );
  return folder;
}

export async function startPlinth(folder: string): Promise<PlinthTarget> {
  const args = [
    plinth,
    'start',
    '--dir',
    folder,
    '--port',
    '0',
    '--db-port',
    '0',
    '--json',
    '--log-level',
    'error',
  ];
  const { child, line } = await spawnUntilLine(args);
  const ready = JSON.parse(line) as Ready;
  return { name: 'plinth', url: ready.url, pid: ready.pid, ready, folder, stop: () => stop(child) };
}

/** Starts a baseline on the same database, as the same login role, over the same unix socket. */
export async function startBaseline(
  name: 'naive' | 'floor',
  { ready, folder }: PlinthTarget,
): Promise<Target> {
  const secrets = JSON.parse(readFileSync(join(folder, '.plinth', 'secrets.json'), 'utf8'));
  const settings = readFileSync(join(folder, '.plinth', 'postgres', 'plinth.conf'), 'utf8');
  const setting = (key: string): string =>
    new RegExp(`^${key} = '(.*)'$`, 'm').exec(settings)?.[1] ?? '';
  const connection = {
    host: setting('unix_socket_directories'),
    port: Number(setting('port')),
    database: 'postgres',
    user: 'authenticator',
    password: secrets.databasePasswords.authenticator,
  };
  const jwks = `${ready.url}/auth/v1/.well-known/jwks.json`;
  const { child, line } = await spawnUntilLine([
    join(here, `${name}.mjs`),
    JSON.stringify(connection),
    jwks,
  ]);
  return { name, url: `http://127.0.0.1:${line}`, pid: child.pid ?? 0, stop: () => stop(child) };
}

/** Starts the server of plain files in a folder beside the project's. */
export async function startFileServer(folder: string): Promise<Target> {
  const { child, line } = await spawnUntilLine([
    join(here, 'file-server.mjs'),
    join(folder, 'plain-files'),
  ]);
  return {
    name: 'files',
    url: `http://127.0.0.1:${line}`,
    pid: child.pid ?? 0,
    stop: () => stop(child),
  };
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function spawnUntilLine(args: readonly string[]): Promise<{ child: ChildProcess; line: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.on('error', reject);
    child.once('exit', (status) => reject(new Error(`${args[0]} ended with ${status}`)));
    createInterface({ input: child.stdout }).once('line', (line) => resolve({ child, line }));
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
