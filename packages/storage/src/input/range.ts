import type { ByteRange } from '../backends/blob-store.ts';
import { storageError } from '../errors.ts';

/** The bytes that a Range header asks for: one range, open or counted from the end. Throws `InvalidRange`. */
export function parseRange(header: string, size: number): ByteRange {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (size === 0 || (first === '' && last === '')) throw invalid(size);
  if (first === '') {
    const length = Number(last);
    if (length === 0) throw invalid(size);
    return { start: Math.max(size - length, 0), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (last !== '' && Number(last) < start)) throw invalid(size);
  return { start, end };
}

function invalid(size: number): Error {
  return storageError('InvalidRange', { headers: { 'content-range': `bytes */${size}` } });
}
