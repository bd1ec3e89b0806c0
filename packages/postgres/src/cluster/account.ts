import { existsSync, readFileSync, statSync } from 'node:fs';

/** The user and group that the postmaster runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root; this number belongs to no one on common systems. */
const unprivileged: Account = { uid: 54322, gid: 54322 };

/** initdb insists on a name in the user database, so it alone runs under the system's `nobody`. */
const nobody: Account = { uid: 65534, gid: 65534 };

/** Undefined where the server is not root: Postgres then runs as the same user as the server. */
export function postgresAccount(dataDirectory: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return ownerOf(dataDirectory) ?? unprivileged;
}

/** The account for initdb: has a name; the files are handed to `postgresAccount` afterwards. */
export function initAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? nobody : { uid: Number(uid), gid: Number(gid) };
}

/** A data directory from an earlier start (or another tool) keeps its owner, unless that is root. */
function ownerOf(dataDirectory: string): Account | undefined {
  const stats = existsSync(dataDirectory) ? statSync(dataDirectory) : undefined;
  if (stats === undefined || stats.uid === 0) return undefined;
  return { uid: stats.uid, gid: stats.gid };
}
