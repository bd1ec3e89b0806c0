import type { ChangeBatch, LogPosition } from '../change-source.ts';

/** Negative where `a` stands before `b`, 0 where it is the same place. */
export function comparePositions(a: LogPosition, b: LogPosition): number {
  if (a.lsn !== b.lsn) return a.lsn < b.lsn ? -1 : 1;
  return a.index - b.index;
}

/** Before the first entry of whatever was committed at `lsn` or later. */
export function startOf(lsn: bigint): LogPosition {
  return { lsn, index: -1 };
}

/** Position of the last entry. */
export function endOf({ from, entries }: ChangeBatch): LogPosition {
  return { lsn: from.lsn, index: from.index + entries.length - 1 };
}
