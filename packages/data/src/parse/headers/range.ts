import { dataError } from '../../errors/catalogue.ts';
import type { RangeSyntax } from '../syntax.ts';

const header = /^(\d+)-(\d*)$/;

/**
 * The rows of the root that a request asks for, by its `limit` and `offset` and its Range header (which
 * counts on GET only; one that is not `first-last` is ignored). Throws PGRST103 where that is no range.
 */
export function requestedRange(
  range: RangeSyntax | undefined,
  rangeHeader: string | undefined,
): RangeSyntax {
  const { limit, offset } = range ?? everything;
  if (limit === 0) return { limit: 0, offset: 0 };
  const bounds = rangeHeader === undefined ? null : header.exec(rangeHeader);
  if (bounds === null) {
    if (limit !== undefined && limit < 0) throw negativeLimit();
    return range ?? everything;
  }
  const first = Number(bounds[1]);
  const last = bounds[2] === '' ? Number.POSITIVE_INFINITY : Number(bounds[2]);
  if (first > last) throw emptyHeader();
  return intersect(first, last, offset, limit);
}

const everything: RangeSyntax = { limit: undefined, offset: 0 };

function intersect(
  first: number,
  last: number,
  offset: number,
  limit: number | undefined,
): RangeSyntax {
  const start = Math.min(Math.max(first, offset), Number.MAX_SAFE_INTEGER);
  const end = Math.min(last, limit === undefined ? Number.POSITIVE_INFINITY : offset + limit - 1);
  if (start > end) throw negativeLimit();
  if (end === Number.POSITIVE_INFINITY) return { limit: undefined, offset: start };
  return { limit: Math.min(end - start + 1, Number.MAX_SAFE_INTEGER), offset: start };
}

function negativeLimit(): Error {
  return dataError('PGRST103', { details: 'Limit should be greater than or equal to zero.' });
}

function emptyHeader(): Error {
  return dataError('PGRST103', {
    details:
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  });
}
