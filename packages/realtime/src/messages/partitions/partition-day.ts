/** A day in UTC that a partition of `realtime.messages` holds. */
export interface PartitionDay {
  /** Of the partition, as upstream names it: `messages_2026_11_22`. */
  readonly name: string;
  /** `2026-11-22`. */
  readonly first: string;
  /** The day after. */
  readonly next: string;
}

const dayLength = 86_400_000;

/** Days after today that have a partition beforehand: the server may be away that long. */
const daysAhead = 3;

/** The day that `time` (milliseconds since 1970) falls in. */
function dayAt(time: number): PartitionDay {
  const first = new Date(time).toISOString().slice(0, 10);
  const next = new Date(time + dayLength).toISOString().slice(0, 10);
  return { name: `messages_${first.replaceAll('-', '_')}`, first, next };
}

/** Today and the days ahead. */
export function wantedDays(now: number): readonly PartitionDay[] {
  return Array.from({ length: daysAhead + 1 }, (_, ahead) => dayAt(now + ahead * dayLength));
}

/** Whether all that the partition of this name holds is older than `oldest`; false for names that are not a day's. */
export function isPast(name: string, oldest: number): boolean {
  const [, year, month, day] = /^messages_(\d{4})_(\d\d)_(\d\d)$/.exec(name) ?? [];
  if (year === undefined) return false;
  return Date.parse(`${year}-${month}-${day}T00:00:00Z`) + dayLength <= oldest;
}
