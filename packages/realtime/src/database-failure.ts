import { AppError } from '@plinth/kernel';
import { PoolTimeoutError, PostgresError } from '@plinth/postgres';
import { realtimeError } from './errors.ts';

/** Why the database did not answer a channel, in upstream's codes and texts; an AppError stays what it is. */
export function databaseFailure(cause: unknown): AppError {
  return cause instanceof AppError ? cause : realtimeError(codeOf(cause), { cause });
}

function codeOf(cause: unknown): Parameters<typeof realtimeError>[0] {
  if (cause instanceof PoolTimeoutError) return 'IncreaseConnectionPool';
  if (!(cause instanceof PostgresError)) return 'UnableToConnectToProject';
  if (cause.code === '53300') return 'DatabaseLackOfConnections';
  return cause.code === '57014' ? 'QueryCanceled' : 'UnableToConnectToProject';
}
