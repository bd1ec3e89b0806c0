import type { RowsQuery } from '@plinth/console/api';

/** The values of the order of a row: what a window of rows can start behind. */
export type Anchor = readonly (string | null)[];

/** Rows are loaded and kept in blocks of this many. */
export const blockSize = 200;
/** Farther than this from a known row, the server has to walk: then two blocks come at once. */
const farAway = 5 * blockSize;

export interface FetchState {
  /** Rows in sight. */
  readonly first: number;
  readonly last: number;
  /** Rows there are, as far as is known. */
  readonly total: number;
  readonly isLoaded: (block: number) => boolean;
  /** Anchors of known rows by index, in ascending order of the index. */
  readonly anchors: ReadonlyMap<number, Anchor>;
  /** Where the reader is heading. */
  readonly direction: 'down' | 'up';
}

export interface Fetch extends Pick<RowsQuery, 'after' | 'offset' | 'limit'> {
  readonly firstBlock: number;
  readonly blocks: number;
}

/** The last known row before `index`. */
function nearest(
  anchors: ReadonlyMap<number, Anchor>,
  index: number,
): readonly [number, Anchor] | undefined {
  let best: readonly [number, Anchor] | undefined;
  for (const entry of anchors) {
    if (entry[0] < index && (best === undefined || entry[0] > best[0])) best = entry;
  }
  return best;
}

/**
 * The next window of rows to ask for: what is in sight first, top to bottom, then one block ahead in the direction of
 * reading; null where all that is there. Each window starts at the last known row before it.
 */
export function planFetch(state: FetchState): Fetch | null {
  const { first, last, total, direction } = state;
  if (last < first || total === 0) return null;
  const firstBlock = Math.floor(first / blockSize);
  const lastBlock = Math.floor(Math.min(last, total - 1) / blockSize);
  const wanted: number[] = [];
  for (let block = firstBlock; block <= lastBlock; block += 1) wanted.push(block);
  const ahead = direction === 'down' ? lastBlock + 1 : firstBlock - 1;
  if (ahead >= 0 && ahead * blockSize < total) wanted.push(ahead);

  const block = wanted.find((candidate) => !state.isLoaded(candidate));
  if (block === undefined) return null;
  return windowFrom(block, state);
}

function windowFrom(block: number, { anchors, isLoaded, direction }: FetchState): Fetch {
  const known = nearest(anchors, block * blockSize);
  const distance = block * blockSize - 1 - (known?.[0] ?? -1);
  const widen = distance > farAway && direction === 'up' && block > 0 && !isLoaded(block - 1);
  const firstBlock = widen ? block - 1 : block;
  const blocks = widen || (distance > farAway && !isLoaded(block + 1)) ? 2 : 1;
  const start = firstBlock * blockSize;
  const from = nearest(anchors, start);
  return {
    firstBlock,
    blocks,
    ...(from !== undefined && { after: from[1] }),
    offset: start - 1 - (from?.[0] ?? -1),
    limit: blocks * blockSize,
  };
}
