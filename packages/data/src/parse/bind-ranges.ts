import type { Ranges } from './query/ranges.ts';
import type { RangeSyntax, Slot } from './syntax.ts';

/** Slots of the values of a level's `limit` and `offset`. */
export interface RangeSlots {
  readonly limit: Slot | undefined;
  readonly offset: Slot | undefined;
}

/** Where the values of limits and offsets are, and what of them belongs to the shape. */
export interface BoundRanges {
  readonly slots: ReadonlyMap<string, RangeSlots>;
  readonly shape: string;
}

const none: BoundRanges = { slots: new Map(), shape: '' };

/**
 * Appends the values of all limits and offsets to `values`. `root` is the range of the root; a limit above
 * `maxRows` is lowered to it, at each level.
 */
export function bindRanges(
  ranges: Ranges,
  root: RangeSyntax,
  maxRows: number | undefined,
  values: string[],
): BoundRanges {
  const isWhole = root.limit === undefined && root.offset === 0;
  if (isWhole && ranges.size === 0) return none;
  const slots = new Map<string, RangeSlots>();
  let shape = '';
  const bind = (level: string, { limit, offset }: RangeSyntax): void => {
    const most = limit === undefined ? undefined : Math.min(limit, maxRows ?? limit);
    const bound = {
      limit: most === undefined ? undefined : values.push(String(most)) - 1,
      offset: offset === 0 ? undefined : values.push(String(offset)) - 1,
    };
    slots.set(level, bound);
    shape += `${level}\0${bound.limit === undefined ? '' : 'L'}${bound.offset === undefined ? '' : 'O'}\0`;
  };
  bind('', root);
  for (const [level, range] of ranges) {
    if (level !== '') bind(level, range);
  }
  return { slots, shape };
}
