import pg from 'pg';

/** An error that Postgres reported: `code` is the SQLSTATE, with message, detail, hint, position… */
export const PostgresError: typeof pg.DatabaseError = pg.DatabaseError;
export type PostgresError = InstanceType<typeof pg.DatabaseError>;

/** The connection to Postgres could not be made, or broke before the answer came. */
export class ConnectionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConnectionError';
  }
}

/** No connection of the pool became free in time. */
export class PoolTimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`No database connection became free within ${milliseconds / 1000} s`);
    this.name = 'PoolTimeoutError';
  }
}

/** The client went away (or gave up) before the statement ended; the statement was cancelled. */
export class RequestAborted extends Error {
  constructor() {
    super('The request was cancelled');
    this.name = 'RequestAborted';
  }
}

/** Gives whatever the driver threw one of the types above; SQL errors stay as they are. */
export function connectionFailure(error: unknown): Error {
  if (error instanceof PostgresError && !isConnectionState(error.code)) return error;
  if (error instanceof RequestAborted || error instanceof PoolTimeoutError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ConnectionError(message, { cause: error });
}

/** True for SQLSTATEs that speak of the connection or of a server that starts or stops. */
function isConnectionState(code: string | undefined): boolean {
  if (code === undefined) return true;
  return code.startsWith('08') || code === '57P01' || code === '57P02' || code === '57P03';
}
