import type { ConsoleError, DatabaseErrorDetails } from '@plinth/console/api';

/** A call that the server answered with a failure. `code` is the service's own. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | null;
  readonly database: DatabaseErrorDetails | null;
  readonly requestId: string | null;

  constructor(
    status: number,
    failure: {
      code: string;
      message: string;
      hint?: string | null;
      database?: DatabaseErrorDetails | null;
      requestId?: string | null;
    },
  ) {
    super(failure.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = failure.code;
    this.hint = failure.hint ?? null;
    this.database = failure.database ?? null;
    this.requestId = failure.requestId ?? null;
  }
}

/** A call that never reached the server, or whose answer never came back. */
export class UnreachableError extends Error {
  /** Origin of the server that did not answer. */
  readonly server: string;

  constructor(server: string, cause: unknown) {
    super(`No answer from ${server}`, { cause });
    this.name = 'UnreachableError';
    this.server = server;
  }
}

type Unknown = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Unknown => typeof value === 'object' && value !== null;
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const isConsoleError = (body: Unknown): body is Unknown & ConsoleError =>
  typeof body.requestId === 'string' && typeof body.code === 'string';

/**
 * The failure in a body: the console's shape, or one of the Auth API's: `{ code, message }`,
 * `{ code: 422, error_code, msg }` and OAuth's `{ error, error_description }`.
 */
export function errorFromBody(status: number, body: unknown): ApiError {
  if (!isObject(body)) return new ApiError(status, { code: String(status), message: '' });
  if (isConsoleError(body)) return new ApiError(status, body);
  return new ApiError(status, {
    code: text(body.error_code) ?? text(body.code) ?? text(body.error) ?? String(status),
    message: text(body.message) ?? text(body.msg) ?? text(body.error_description) ?? '',
    hint: text(body.hint) ?? null,
  });
}

/** True for a request that was given up on purpose. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';
