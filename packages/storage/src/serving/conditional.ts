import type { RouteRequest } from '@plinth/kernel';

type Headers = RouteRequest['headers'];

/** True where the client has this content already. `lastModified` in milliseconds since 1970. */
export function isNotModified(
  headers: Headers,
  etag: string | undefined,
  lastModified: number | undefined,
): boolean {
  const noneMatch = textOf(headers['if-none-match']);
  if (noneMatch !== undefined) return etag !== undefined && matches(noneMatch, etag);
  const since = Date.parse(textOf(headers['if-modified-since']) ?? '');
  if (Number.isNaN(since) || lastModified === undefined) return false;
  return Math.floor(lastModified / 1000) * 1000 <= since;
}

/** False where the range was meant for another content: then the whole is sent. */
export function rangeApplies(
  headers: Headers,
  etag: string | undefined,
  lastModified: number | undefined,
): boolean {
  const condition = textOf(headers['if-range']);
  if (condition === undefined) return true;
  if (condition.startsWith('"')) return condition === etag;
  const date = Date.parse(condition);
  return lastModified !== undefined && Math.floor(lastModified / 1000) * 1000 === date;
}

function matches(list: string, etag: string): boolean {
  if (list.trim() === '*') return true;
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '');
  return list.split(',').some((tag) => bare(tag) === bare(etag));
}

/** The first value of a header. */
export function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
