/** An object store refused a request, or could not be reached. */
export class S3Failure extends Error {
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** S3's code, e.g. `NoSuchKey`; empty where there was none. */
  readonly code: string;

  constructor(message: string, status: number, code: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'S3Failure';
    this.status = status;
    this.code = code;
  }

  /** True where the same request may well succeed a little later. */
  get isPassing(): boolean {
    const { status } = this;
    return status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 501);
  }
}

/** True where an object store said that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3Failure && error.status === 404 && error.code !== 'NoSuchBucket';
}
