import { closeSync, openSync } from 'node:fs';
import type { Account } from './account.ts';
import { isReachable } from './reachable.ts';

/** Number under which a child process finds the directory: the first after stdin, stdout, stderr. */
const childDescriptor = 3;

/**
 * A directory for a child process of another account. Where that account cannot walk down to it (a
 * project under a home of mode 0700), the child inherits it as an open file and names it
 * `/proc/self/fd/3`: permission is then asked of the directory alone, which is the account's own.
 */
export class DirectoryHandle {
  /** What the child calls the directory. */
  readonly path: string;
  /** Open files the child must inherit, from descriptor 3 on. */
  readonly descriptors: readonly number[];

  constructor(directory: string, account: Account | undefined) {
    const direct =
      account === undefined || process.platform !== 'linux' || isReachable(directory, account);
    this.path = direct ? directory : `/proc/self/fd/${childDescriptor}`;
    this.descriptors = direct ? [] : [openSync(directory, 'r')];
  }

  /** Closes our side; children keep theirs. */
  close(): void {
    for (const descriptor of this.descriptors) closeSync(descriptor);
  }
}
