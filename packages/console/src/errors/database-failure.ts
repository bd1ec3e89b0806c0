import type { AppError } from '@plinth/kernel';
import {
  ConnectionError,
  PoolTimeoutError,
  PostgresError,
  RequestAborted,
  RowTooLargeError,
} from '@plinth/postgres';
import type { DatabaseErrorDetails } from '../api/members.ts';
import { consoleError } from './console-errors.ts';

/** SQLSTATE of a statement that was cancelled, by its timeout or by hand. */
export const queryCanceled = '57014';

/** What Postgres said, as the API tells it. */
export function databaseDetails(error: PostgresError): DatabaseErrorDetails {
  const position = Number(error.position ?? 0);
  return {
    sqlState: error.code ?? '',
    message: error.message,
    detail: error.detail ?? null,
    hint: error.hint ?? null,
    position: position > 0 ? position : null,
    constraint: error.constraint ?? null,
    table: error.table ?? null,
    column: error.column ?? null,
  };
}

/** Statuses by SQLSTATE, or by its class: conflicts, permissions, a server at its limits. */
const statuses: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '23P01': 409,
  '42501': 403,
  '2B': 409,
  '40': 409,
  '53': 503,
  '55': 409,
};

/** A failure of the database as an AppError; everything else comes back as it is. */
export function databaseFailure(error: unknown): unknown {
  if (error instanceof PostgresError) return fromPostgres(error);
  if (error instanceof ConnectionError || error instanceof PoolTimeoutError) {
    return consoleError('database_unavailable', { cause: error });
  }
  if (error instanceof RowTooLargeError) {
    return consoleError('value_too_large', { message: error.message, cause: error });
  }
  if (error instanceof RequestAborted) return consoleError('query_timeout', { cause: error });
  return error;
}

function fromPostgres(error: PostgresError): AppError {
  const details = databaseDetails(error);
  if (error.code === queryCanceled) {
    return consoleError('query_timeout', {
      hint: 'Filter or sort by a column with an index, or add an index.',
      details,
      cause: error,
    });
  }
  const state = error.code ?? '';
  return consoleError('database_error', {
    message: error.message,
    status: statuses[state] ?? statuses[state.slice(0, 2)] ?? 400,
    hint: error.hint ?? null,
    details,
    cause: error,
  });
}
