import type { LogPosition } from '../change-source.ts';
import { isBehind } from '../dispatch/positions.ts';

/** What is known of a client that joins, and may have been here before. */
export interface Returning {
  /** Number of its join. */
  readonly ref: number;
  /** Where it is. */
  readonly address: string;
}

/** A subscriber that broke off, as far as it tells who may take its place. */
export interface Departed {
  /** Highest number of a message that it had sent. */
  readonly lastRef: number;
  readonly address: string;
  readonly position: LogPosition;
}

/**
 * Where a client of a name goes on, and whose place it takes; undefined where it is new. The protocol says nothing of
 * it: but clients number their messages, and go on counting over a new connection. A reloaded page or another tab
 * begins anew: it has just loaded its data, and what another one missed would be no news to it. Where several may be
 * meant (strangers share a name) the one at the same address is, and the one that stands furthest back: then
 * whoever else of them comes back finds no later place than its own, because the latest is the one that is given away.
 */
export function whoReturns<Entry extends Departed>(
  entries: readonly Entry[],
  { ref, address }: Returning,
): { readonly position: LogPosition; readonly taken: Entry } | undefined {
  const possible = entries.filter(({ lastRef }) => lastRef < ref);
  const near = possible.filter((entry) => entry.address === address);
  const [first, ...others] = near.length > 0 ? near : possible;
  if (first === undefined) return undefined;
  let { position } = first;
  let taken = first;
  for (const entry of others) {
    if (isBehind(position, entry.position)) position = entry.position;
    if (isBehind(entry.position, taken.position)) taken = entry;
  }
  return { position, taken };
}
