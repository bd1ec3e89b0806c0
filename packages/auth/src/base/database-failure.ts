import { AppError, kernelError } from '@plinth/kernel';
import { ConnectionError, PoolTimeoutError, PostgresError } from '@plinth/postgres';
import { authError } from '../errors.ts';

/** What a client may know of an error that the application's own SQL raised. */
export interface SqlCause {
  /** SQLSTATE. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly detail?: string;
}

/** Conditions that triggers and constraints of the application raise: RAISE EXCEPTION and class 23. */
const raised: readonly (string | undefined)[] = [
  'P0001',
  '23000',
  '23001',
  '23502',
  '23503',
  '23505',
  '23514',
  '23P01',
];

/** The status in an SQLSTATE `PTxxx`, by which a trigger sets the status of the answer. */
function chosenStatus(code: string | undefined): number | undefined {
  const status = Number(/^PT([1-5]\d\d)$/.exec(code ?? '')?.[1]);
  return status >= 400 && status <= 599 ? status : undefined;
}

/**
 * The answer to a write that the database refused: `summary` is upstream's message. What a trigger of
 * the application raised goes along in `details.cause`, and becomes the message where it chose the status.
 */
export function databaseFailure(summary: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof ConnectionError || cause instanceof PoolTimeoutError) {
    return kernelError('unavailable', { cause });
  }
  if (!(cause instanceof PostgresError)) {
    return authError('unexpected_failure', { message: summary, cause });
  }
  if (cause.code === '57014') return authError('request_timeout', { cause });
  const status = chosenStatus(cause.code);
  if (status === undefined && !raised.includes(cause.code)) {
    return authError('unexpected_failure', { message: summary, cause });
  }
  return authError('unexpected_failure', {
    message: status === undefined ? summary : cause.message,
    status: status ?? 500,
    details: { cause: toSqlCause(cause) },
    cause,
  });
}

function toSqlCause({ code, message, hint, detail }: PostgresError): SqlCause {
  return {
    code: code ?? '',
    message,
    ...(hint !== undefined && { hint }),
    ...(detail !== undefined && { detail }),
  };
}
