import type { RowFilter, RowKey } from '@plinth/console/api';
import { decodePart, encodePart } from './url-parts.ts';

/** `id:42` or `notebook:3,page:7`: names a row in a URL, and in lists of rows. */
export function encodeRowKey(key: RowKey): string {
  return Object.entries(key)
    .map(([column, value]) => `${encodePart(column)}:${encodePart(value)}`)
    .join(',');
}

/** The key in a URL; null where it is none. */
export function decodeRowKey(text: string): RowKey | null {
  const pairs: [string, string][] = [];
  for (const part of text.split(',')) {
    const [column, value, ...rest] = part.split(':');
    if (column === undefined || column === '' || value === undefined || rest.length > 0)
      return null;
    pairs.push([decodePart(column), decodePart(value)]);
  }
  return Object.fromEntries(pairs);
}

/** The filters that leave only the row with this key. */
export const filtersOfKey = (key: RowKey): readonly RowFilter[] =>
  Object.entries(key).map(([column, value]) => ({ column, operator: 'eq', value }));
