import { authError } from '../errors.ts';
import type { Page } from '../users/list-users.ts';
import { queryText } from './query.ts';

/** Largest page that is answered; upstream has no bound. */
const largestPage = 1_000;

/** `page` and `per_page` of a query; 50 rows where it does not say. Throws `validation_failed`. */
export function parsePage(query: Readonly<Record<string, string | readonly string[]>>): Page {
  return {
    page: Math.max(1, numberOf(queryText(query, 'page'), 1)),
    perPage: Math.min(largestPage, Math.max(1, numberOf(queryText(query, 'per_page'), 50))),
  };
}

function numberOf(text: string, otherwise: number): number {
  if (text === '') return otherwise;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw authError('validation_failed', {
    message: `Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
  });
}

/** `Link` (next, last) and `X-Total-Count` of a page; the URLs are relative, as upstream's. */
export function pageHeaders(
  path: string,
  rawQuery: string,
  { page, perPage }: Page,
  total: number,
): Record<string, string> {
  const pages = Math.ceil(total / perPage);
  const link = (number: number, relation: string): string => {
    const query = new URLSearchParams(rawQuery);
    query.set('page', String(number));
    query.sort();
    return `<${path}?${query}>; rel="${relation}"`;
  };
  const next = pages > page ? `${link(page + 1, 'next')}, ` : '';
  return { link: `${next}${link(pages, 'last')}`, 'x-total-count': String(total) };
}
