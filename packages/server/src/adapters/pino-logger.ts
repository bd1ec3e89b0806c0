import type { Logger } from '@plinth/kernel';
import { type DestinationStream, type Level, pino } from 'pino';

/** Fields that would carry a secret; whatever stands in them is never written. */
const secretFields = [
  'authorization',
  'apikey',
  'cookie',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  '*.authorization',
  '*.apikey',
  '*.cookie',
  '*.password',
  '*.token',
];

export interface LoggerOptions {
  readonly level: Level | 'silent';
  /** Where the lines go; default stderr, since stdout belongs to the command's own output. */
  readonly destination?: DestinationStream;
}

/** Structured log lines as JSON, one per event. */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  return pino(
    { level, base: null, redact: { paths: secretFields, censor: '[hidden]' } },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}
