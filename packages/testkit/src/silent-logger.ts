import type { Logger } from '@plinth/kernel';

/** A logger for tests that are not about logs. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  isLevelEnabled: () => false,
  child: () => silentLogger,
};
