import { kernelError } from '@plinth/kernel';
import type { Transaction } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { databaseFailure } from '../../base/database-failure.ts';
import { GateTimeout } from '../../base/gate.ts';

/** All writes of one request: they happen together or not at all. */
export async function inTransaction<T>(
  core: AuthCore,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await core.database.transaction(work);
  } catch (error) {
    throw databaseFailure(
      'Unexpected failure, please check server logs for more information',
      error,
    );
  }
}

/**
 * The same for a request that sends a mail before it commits. Mail servers are slow: a bounded number of
 * these may hold a connection, so that sign-ins still find one.
 */
export async function inMailTransaction<T>(
  core: AuthCore,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await core.mailGate.run(() => inTransaction(core, work));
  } catch (cause) {
    if (cause instanceof GateTimeout) throw kernelError('unavailable', { cause });
    throw cause;
  }
}
