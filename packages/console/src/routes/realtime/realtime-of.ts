import { consoleError } from '../../errors/console-errors.ts';
import type { ProjectHandle, ProjectRealtime } from '../../ports.ts';

/** Throws AppError `realtime_off`. */
export function realtimeOf({ realtime }: ProjectHandle): ProjectRealtime {
  if (realtime === null) throw consoleError('realtime_off');
  return realtime;
}
