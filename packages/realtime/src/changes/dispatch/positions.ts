import type { LogPosition } from '../change-source.ts';

/** Whether `position` stands behind `other`. */
export function isBehind(position: LogPosition, other: LogPosition): boolean {
  if (position.lsn !== other.lsn) return position.lsn > other.lsn;
  return position.index > other.index;
}

export function earlier(left: LogPosition, right: LogPosition): LogPosition {
  return isBehind(left, right) ? right : left;
}

export const beginning: LogPosition = { lsn: 0n, index: 0 };
