import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ReadyInfo } from '@plinth/server';
import { root } from './repository.ts';

/** How long a first start and an orderly stop may take, in milliseconds. */
const startTimeout = 30_000;
const stopTimeout = 10_000;

/** `plinth start` as a process of its own, on a project folder that nobody else has. */
export interface ServerProcess {
  /** What it printed when it was ready. */
  readonly ready: ReadyInfo;
  /** The project folder. */
  readonly folder: string;
  /** Stops it and removes the folder. */
  close(): Promise<void>;
}

/**
 * Starts the built command on a copy of the `supabase/` folder of an example; `prepare` may change the
 * copy before it is read.
 */
export async function startServerProcess(
  example: string,
  prepare: (folder: string) => void = () => {},
): Promise<ServerProcess> {
  const command = join(root, 'packages', 'cli', 'dist', 'plinth.mjs');
  if (!existsSync(command)) throw new Error('plinth has not been built: run npm run build first');
  const folder = mkdtempSync(join(tmpdir(), 'plinth-project-'));
  cpSync(join(root, 'examples', example, 'supabase'), join(folder, 'supabase'), {
    recursive: true,
  });
  prepare(folder);
  const child = spawn(
    process.execPath,
    [command, 'start', '--dir', folder, '--port', '0', '--db-port', '0', '--json'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
    await ended;
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  };
  const line = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    void ended.then(() => reject(new Error(`plinth start has ended:\n${log}`)));
    setTimeout(() => reject(new Error(`plinth start is not ready:\n${log}`)), startTimeout).unref();
  });
  try {
    return { ready: JSON.parse(await line) as ReadyInfo, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}
