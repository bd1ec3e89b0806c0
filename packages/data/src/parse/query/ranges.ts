import type { RangeSyntax } from '../syntax.ts';
import type { QueryParameter } from './split-query.ts';

const integer = /^\s*(-?\d+)\s*$/;

/** `limit` and `offset` parameters by the text of the embed they are about; '' is the root. */
export type Ranges = ReadonlyMap<string, RangeSyntax>;

const noRanges: Ranges = new Map();

/** Collects the ranges of a query. What is not a whole number is ignored, a negative offset too. */
export function parseRanges(parameters: readonly QueryParameter[]): Ranges {
  if (parameters.length === 0) return noRanges;
  const ranges = new Map<string, RangeSyntax>();
  for (const { name, value = '' } of parameters) {
    const number = readInteger(value);
    if (number === undefined) continue;
    const dot = name.lastIndexOf('.');
    const level = dot < 0 ? '' : name.slice(0, dot);
    const known = ranges.get(level) ?? { limit: undefined, offset: 0 };
    if (name.endsWith('limit')) ranges.set(level, { ...known, limit: number });
    else ranges.set(level, { ...known, offset: Math.max(0, number) });
  }
  return ranges;
}

/** Numbers larger than 2^53 are as good as that for a count of rows. */
function readInteger(text: string): number | undefined {
  const digits = integer.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number));
}
