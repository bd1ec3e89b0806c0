import { dataError } from '../errors/catalogue.ts';

/** A page of rows: its first position, how many rows it has, and how many there are in all if known. */
export interface Page {
  readonly offset: number;
  readonly count: number;
  readonly total: number | undefined;
}

/** `0-14/*`; a star where a part is unknown or empty. */
export function contentRange({ offset, count, total }: Page): string {
  const range = total !== 0 && count > 0 ? `${offset}-${offset + count - 1}` : '*';
  return `${range}/${total ?? '*'}`;
}

/** 206 where the page is not everything. Throws PGRST103 where it begins behind the last row. */
export function pageStatus(page: Page): 200 | 206 {
  const { offset, count, total } = page;
  if (total === undefined) return 200;
  if (offset > total) {
    throw dataError('PGRST103', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'content-range': contentRange(page) },
    });
  }
  return count < total ? 206 : 200;
}
