import { cleanText } from './clean-input.ts';

/** The first value of a query parameter; the empty text where there is none. */
export function queryText(
  query: Readonly<Record<string, string | readonly string[]>>,
  name: string,
): string {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  const first = typeof value === 'string' ? value : value?.[0];
  return cleanText(first ?? '');
}
