/** Code of a MalformedLog, which it keeps between threads. */
export const malformedLog = 'malformed_log';

/** A message of the log stream is not what the protocol says: the connection cannot be read any further. */
export class MalformedLog extends Error {
  readonly code: string = malformedLog;

  constructor(what: string) {
    super(`The log stream of Postgres cannot be read: ${what}`);
    this.name = 'MalformedLog';
  }
}
