import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** Longest path of a unix socket, in bytes (the smaller of Linux' and macOS' limits, less the NUL). */
const longestSocketPath = 103;

const socketFile = '/.s.PGSQL.65535';

/**
 * A private folder (mode 0700) for the unix socket of a cluster, always the same one for the same data
 * directory. Not inside the project: that path may be too long for a socket.
 */
export function socketFolder(dataDirectory: string, account: Account | undefined): string {
  const name = `plinth-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)}`;
  const base = fits(join(tmpdir(), name)) ? tmpdir() : '/tmp';
  const folder = join(base, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  const own = process.getuid?.();
  const owner = account?.uid ?? own;
  if (!lstatSync(folder).isDirectory() || (uid !== own && uid !== owner)) {
    // Somebody else made it first: a name they cannot know then.
    return makeTemporaryFolder(account);
  }
  handOver(folder, account);
  return folder;
}

/** A new folder under the system's temporary folder that only `account` (and root) can enter. */
export function makeTemporaryFolder(account: Account | undefined): string {
  const folder = mkdtempSync(join(fits(tmpdir()) ? tmpdir() : '/tmp', 'plinth-'));
  handOver(folder, account);
  return folder;
}

function handOver(folder: string, account: Account | undefined): void {
  chmodSync(folder, 0o700);
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(`${folder}${socketFile}`) <= longestSocketPath;
}
