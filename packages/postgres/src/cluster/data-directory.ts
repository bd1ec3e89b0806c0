import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, initAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { ClusterError } from './cluster-error.ts';
import { DirectoryHandle } from './directory-handle.ts';
import { explainFailure } from './explain-failure.ts';
import { runProgram } from './run-program.ts';
import { hostRules } from './settings.ts';
import { makeTemporaryFolder } from './socket-folder.ts';

/** The major version of the programs that come with Plinth. */
const majorVersion = '17';

/** What a new cluster needs to know. */
export interface NewCluster {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly superuser: string;
  readonly password: string;
}

/** True where `directory` holds a cluster of our version; false where one can be made. Throws otherwise. */
export function holdsCluster(directory: string): boolean {
  if (!existsSync(directory)) return false;
  let entries: string[];
  try {
    entries = readdirSync(directory);
  } catch (cause) {
    throw unusable(directory, 'it cannot be read', cause);
  }
  if (entries.length === 0) return false;
  if (!entries.includes('PG_VERSION')) {
    throw unusable(directory, 'it holds files that are not a Postgres cluster');
  }
  const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  if (version === majorVersion) return true;
  throw new ClusterError(
    'other_major_version',
    `${directory} was made by PostgreSQL ${version}; this Plinth runs PostgreSQL ${majorVersion}. Nothing was ` +
      `changed. Dump it with PostgreSQL ${version} and restore the dump into a new folder.`,
  );
}

/**
 * Makes a cluster: complete under a temporary name first, so that a start that is interrupted leaves
 * nothing half-made under the real one.
 */
export async function createCluster(directory: string, cluster: NewCluster): Promise<void> {
  const parent = dirname(directory);
  ensureWritable(parent);
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    await initialise(unfinished, cluster);
    if (existsSync(directory)) rmSync(directory, { recursive: true });
    renameSync(unfinished, directory);
    syncFolder(parent);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function initialise(directory: string, cluster: NewCluster): Promise<void> {
  const runAs = initAccount();
  const temporary = makeTemporaryFolder(runAs);
  const passwordFile = join(temporary, 'password');
  writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  if (runAs !== undefined) {
    chownSync(passwordFile, runAs.uid, runAs.gid);
    chownSync(directory, runAs.uid, runAs.gid);
  }
  const handle = new DirectoryHandle(directory, runAs);
  try {
    const result = await runProgram(
      cluster.binaries.initdb,
      [
        ...['-D', handle.path, '-U', cluster.superuser, `--pwfile=${passwordFile}`],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums', '--no-instructions'],
        // ICU comes with the programs: text sorts as on hosted Supabase, the same on every machine.
        ...['--locale-provider=icu', '--icu-locale=en-US', '--locale=C'],
      ],
      { account: runAs, inherit: handle.descriptors },
    );
    if (result.status !== 0) throw explainFailure(result.output, directory);
    configure(directory);
    if (cluster.account !== undefined) chownTree(directory, cluster.account);
  } finally {
    handle.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

function configure(directory: string): void {
  writeFileSync(join(directory, 'pg_hba.conf'), hostRules, { mode: 0o600 });
  writeFileSync(
    join(directory, 'postgresql.conf'),
    "# Settings of your own go below the next line; they win over plinth's.\ninclude 'plinth.conf'\n",
    { mode: 0o600 },
  );
  writeFileSync(join(directory, 'plinth.conf'), '', { mode: 0o600 });
}

/** Writes a file that the postmaster must be able to read. */
export function writeOwned(path: string, text: string, account: Account | undefined): void {
  writeFileSync(path, text, { mode: 0o600 });
  if (account === undefined) return;
  chmodSync(path, 0o600);
  chownSync(path, account.uid, account.gid);
}

function chownTree(path: string, account: Account): void {
  chownSync(path, account.uid, account.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const entry of readdirSync(path)) chownTree(join(path, entry), account);
}

function ensureWritable(parent: string): void {
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    accessSync(parent, constants.W_OK);
  } catch (cause) {
    throw new ClusterError(
      'not_writable',
      `${parent} cannot be written. Plinth keeps its database there; make the folder writable, or name ` +
        'another project folder with --dir.',
      { cause },
    );
  }
}

/** Makes a rename in `folder` survive a power cut. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function unusable(directory: string, why: string, cause?: unknown): ClusterError {
  return new ClusterError(
    'data_directory_unusable',
    `${directory} cannot be used as a Postgres data directory: ${why}. Nothing was changed.`,
    { cause },
  );
}
