/** What an `AppError` may carry besides its code, status and message. */
export interface AppErrorOptions {
  /** More about this occurrence; its meaning and shape are the dialect's. */
  readonly details?: unknown;
  /** What the caller can do about it. */
  readonly hint?: string | null;
  /** Response headers that belong to the failure, e.g. `www-authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What caused it; logged, never sent. */
  readonly cause?: unknown;
}

/**
 * Every failure that reaches a caller. `code` comes from a package's catalogue, `status` is the HTTP
 * status; the dialect of the service that answers renders it.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, status: number, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
  }
}
