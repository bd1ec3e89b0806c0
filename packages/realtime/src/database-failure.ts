import { AppError, type ErrorFactory, errorFactory } from '@plinth/kernel';
import { PoolTimeoutError, PostgresError } from '@plinth/postgres';

/** Why the database did not answer a channel; codes and texts are upstream's. */
const databaseErrors = {
  IncreaseConnectionPool: {
    status: 503,
    message: 'Please increase your connection pool size',
    when: 'No connection became free in time.',
  },
  DatabaseLackOfConnections: {
    status: 503,
    message: "Database can't accept more connections, Realtime won't connect",
    when: 'Postgres has no connection left.',
  },
  QueryCanceled: {
    status: 504,
    message: 'canceling statement due to statement timeout',
    when: 'Policies on realtime.messages, or a replay, took too long.',
  },
  UnableToConnectToProject: {
    status: 503,
    message: 'Realtime was unable to connect to the project database',
    when: 'Postgres cannot be reached, or failed.',
  },
} as const;

const databaseError: ErrorFactory<typeof databaseErrors> = errorFactory(databaseErrors);

/** The error of the catalogue above for what a statement threw; an AppError stays what it is. */
export function databaseFailure(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return databaseError(codeOf(cause), { cause });
}

function codeOf(cause: unknown): keyof typeof databaseErrors {
  if (cause instanceof PoolTimeoutError) return 'IncreaseConnectionPool';
  if (!(cause instanceof PostgresError)) return 'UnableToConnectToProject';
  if (cause.code === '53300') return 'DatabaseLackOfConnections';
  return cause.code === '57014' ? 'QueryCanceled' : 'UnableToConnectToProject';
}
