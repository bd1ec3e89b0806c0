import { type ConnectionOptions, Session, type Sql, sql } from '@plinth/postgres';
import { schemaError } from '../errors.ts';
import { batched } from './history.ts';

/** Number of the advisory lock under which the schema of a project changes. */
const lockNumber = 7_081_054_323;

/** SQLSTATE of a statement that waited for a lock longer than it may. */
const lockNotAvailable = '55P03';

/** Takes the lock until the end of a transaction. */
export function transactionLock(): Sql {
  return sql`select pg_catalog.pg_advisory_xact_lock(${lockNumber})`;
}

/**
 * Runs `work` while this server alone may migrate the database: two that start at once come one after the
 * other. The lock has a connection of its own, which no script of a user can reach. Throws AppError
 * `migrations_locked` where it is not free within `wait` (an interval of Postgres).
 */
export async function withMigrationLock<T>(
  connection: ConnectionOptions,
  wait: string,
  work: () => Promise<T>,
): Promise<T> {
  const session = await Session.open(connection, { applicationName: 'plinth migration lock' });
  try {
    const { failure } = await session.run([
      batched(sql`select pg_catalog.set_config('lock_timeout', ${wait}, false)`),
      batched(sql`select pg_catalog.pg_advisory_lock(${lockNumber})`),
    ]);
    if (failure !== null) throw lockFailure(failure.error, wait);
    return await work();
  } finally {
    // The lock goes with the connection.
    await session.close();
  }
}

function lockFailure(error: Error & { readonly code?: string | undefined }, wait: string): Error {
  if (error.code !== lockNotAvailable) return error;
  return schemaError('migrations_locked', {
    message: `Another server has been applying migrations to this database for ${wait}`,
    cause: error,
  });
}
