import { readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ClusterError } from './cluster-error.ts';
import { readPidFile } from './pid-file.ts';
import { commandLine, isAlive, waitUntil } from './process-list.ts';

/** How long a postmaster gets for each way of being asked to stop, in milliseconds. */
const patience: readonly (readonly [signal: NodeJS.Signals, milliseconds: number])[] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** How long the backends of a dead postmaster get to notice, in milliseconds. */
const backendPatience = 10_000;

/**
 * Ends whatever an earlier server left behind on a data directory: its postmaster (a server killed with
 * SIGKILL cannot stop it), backends that outlived their postmaster, a pid file whose number now belongs to
 * another program. The caller holds the lock of the project folder, so none of it belongs to a live server.
 */
export async function clearLeftovers(dataDirectory: string): Promise<void> {
  const file = readPidFile(dataDirectory);
  if (file === undefined) return;
  if (isAlive(file.pid) && isPostmasterOf(file.pid, dataDirectory)) {
    await stopPostmaster(file.pid, dataDirectory);
  }
  await waitUntil(() => processesIn(dataDirectory).length === 0, backendPatience);
  const left = processesIn(dataDirectory);
  if (left.length > 0) throw stillRunning(dataDirectory, left[0] ?? 0);
  // Postgres removes the file of a dead postmaster itself, but not one whose number was given out anew.
  rmSync(join(dataDirectory, 'postmaster.pid'), { force: true });
}

/** Stops a postmaster: politely, then at once (its next start recovers), then by force. */
async function stopPostmaster(pid: number, dataDirectory: string): Promise<void> {
  for (const [signal, milliseconds] of patience) {
    try {
      process.kill(pid, signal);
    } catch (cause) {
      if (!isAlive(pid)) return;
      throw stillRunning(dataDirectory, pid, cause);
    }
    if (await waitUntil(() => !isAlive(pid), milliseconds)) return;
  }
  throw stillRunning(dataDirectory, pid);
}

function isPostmasterOf(pid: number, dataDirectory: string): boolean {
  const folder = workingFolder(pid);
  if (folder !== undefined) return folder === realpathSync(dataDirectory);
  // No /proc (macOS): the command line is not readable either, so believe the pid file.
  return commandLine(pid)?.includes('postgres') ?? true;
}

/** Processes at work in the data directory: a postmaster and its backends stay there all their life. */
function processesIn(dataDirectory: string): number[] {
  const folder = realpathSync(dataDirectory);
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return [];
  }
  return entries
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid) === folder && commandLine(pid)?.includes('postgres'));
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function stillRunning(directory: string, pid: number, cause?: unknown): ClusterError {
  return new ClusterError(
    'still_running',
    `Another Postgres (process ${pid}) still uses ${directory} and could not be stopped. Stop it first.`,
    { cause },
  );
}
