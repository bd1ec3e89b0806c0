import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { ServerError } from '../server-error.ts';

/** Who runs on a project folder. */
export interface LockHolder {
  readonly pid: number;
  /** Tells a process from a later one of the same number; empty where the system does not say. */
  readonly identity: string;
  /** Where it listens; empty until it does. */
  readonly url: string;
}

/**
 * Start time of a process in clock ticks since boot (field 22 of /proc/<pid>/stat), and the boot: together
 * unlike any other process'. Empty where there is no /proc.
 */
function processIdentity(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`;
  } catch {
    return '';
  }
}

function isRunning({ pid, identity }: LockHolder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return processIdentity(pid) === identity;
}

/** The server that holds a folder; undefined where none does, or where it was killed. */
export function lockHolder(path: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as LockHolder;
    return isRunning(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** A folder belongs to one server at a time; a lock left by a killed one is taken over. */
export class FolderLock {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Throws ServerError `folder_in_use`, saying who holds the folder. */
  static acquire(path: string): FolderLock {
    const own = `${path}.${process.pid}`;
    write(own, '');
    try {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        if (tryLink(own, path)) return new FolderLock(path);
        const holder = lockHolder(path);
        if (holder !== undefined) throw inUse(holder);
        removeStale(path);
      }
      throw new ServerError(
        'folder_in_use',
        `Another server is starting on this folder (${path}).`,
      );
    } finally {
      rmSync(own, { force: true });
    }
  }

  /** Tells others where this server listens. */
  announce(url: string): void {
    const next = `${this.#path}.${process.pid}`;
    write(next, url);
    renameSync(next, this.#path);
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }
}

function write(path: string, url: string): void {
  const holder: LockHolder = { pid: process.pid, identity: processIdentity(process.pid), url };
  writeFileSync(path, JSON.stringify(holder), { mode: 0o600 });
}

/** A hard link appears whole or fails: two servers cannot both make it. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a stale lock aside; puts it back where another server has renewed it in between. */
function removeStale(path: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (lockHolder(aside) !== undefined) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function inUse({ pid, url }: LockHolder): ServerError {
  const where = url === '' ? 'is starting' : `runs at ${url}`;
  return new ServerError(
    'folder_in_use',
    `Another Plinth server (process ${pid}) ${where} on this folder. Stop it with plinth stop, or name another folder with --dir.`,
  );
}
