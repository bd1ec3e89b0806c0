import { AppError } from '@plinth/kernel';
import { ConnectionError, PoolTimeoutError, PostgresError, RequestAborted } from '@plinth/postgres';
import { dataError } from './catalogue.ts';
import { raisedResponse } from './raised-response.ts';
import { statusOfSqlState } from './status-of-sqlstate.ts';

/**
 * Begins the text with which a statement fails on purpose, followed by a code and a number of rows. No
 * message of Postgres holds it by itself.
 */
export const checkMark = 'plinth:';

/** Whatever running a request has thrown, as an error of this API; what is none of its own stays. */
export function fromFailure(error: unknown, isAnonymous: boolean): unknown {
  if (error instanceof PostgresError) return fromPostgres(error, isAnonymous);
  if (error instanceof PoolTimeoutError) return dataError('PGRST003', { cause: error });
  if (error instanceof ConnectionError) return fromConnection(error);
  if (error instanceof RequestAborted) return clientGone(error);
  return error;
}

function fromPostgres(error: PostgresError, isAnonymous: boolean): AppError {
  const { code = 'XX000', message, detail, hint } = error;
  if (code === 'PGRST') return raisedResponse(message, detail);
  const failedCheck = code === '22P02' ? checkFailure(message) : undefined;
  if (failedCheck !== undefined) return failedCheck;
  const status = statusOfSqlState({ code, message, isAnonymous });
  return new AppError(code, status, message, {
    details: detail ?? null,
    hint: hint ?? null,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
    cause: error,
  });
}

const checkPattern = new RegExp(`${checkMark}(PGRST115|PGRST116|PGRST124):(\\d+)`);

/** The rows were not what was asked for: the statement's own check has failed. */
function checkFailure(message: string): AppError | undefined {
  const [, code, count = '0'] = checkPattern.exec(message) ?? [];
  if (code === 'PGRST115') return dataError('PGRST115');
  if (code === 'PGRST116') return notSingular(Number(count));
  if (code === 'PGRST124') {
    return dataError('PGRST124', { details: `The query affects ${count} rows` });
  }
  return undefined;
}

/** PGRST116: one object was asked for. */
export function notSingular(count: number): AppError {
  return dataError('PGRST116', { details: `The result contains ${count} rows` });
}

/** Seconds after which a client may try again while the database is away. */
const retryAfter = '1';

function fromConnection(error: ConnectionError): AppError {
  const { cause } = error;
  const options = {
    details: error.message,
    headers: { 'retry-after': retryAfter },
    cause: error,
  };
  // Postgres said so itself: it shuts down, or does not take connections yet.
  if (cause instanceof PostgresError && cause.code === '57P01') {
    return new AppError(cause.code, 503, error.message, { ...options, details: null });
  }
  const wasConnected =
    cause instanceof Error && !('syscall' in cause && cause.syscall === 'connect');
  return dataError(
    wasConnected && !(cause instanceof PostgresError) ? 'PGRST001' : 'PGRST000',
    options,
  );
}

/** Nobody reads this answer. */
function clientGone(error: RequestAborted): AppError {
  return new AppError('57014', 499, error.message, { cause: error });
}
