import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Account } from './account.ts';

/**
 * True where `account` may walk down to `path` (each folder above it is searchable for it). A checkout
 * under a home of mode 0700 is not reachable for the account that Postgres runs under.
 */
export function isReachable(path: string, account: Account): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const searchable =
      uid === account.uid ? mode & 0o100 : gid === account.gid ? mode & 0o010 : mode & 0o001;
    if (searchable === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}
