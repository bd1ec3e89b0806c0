/** Structured fields of a log line; never a secret, a token or a password. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured logger (the shape of pino's), passed to whoever logs. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  /** False where lines of the level are dropped: what they would say need not be found out. */
  isLevelEnabled(level: 'debug'): boolean;
  /** A logger that adds `fields` to each of its lines. */
  child(fields: LogFields): Logger;
}
