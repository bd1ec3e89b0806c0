import type { QueryParameter } from './split-query.ts';

/**
 * The query as `Content-Location` shows it: sorted by name, values of a repeated name joined by commas,
 * everything but `A-Z a-z 0-9 - _ . ~` percent-encoded.
 */
export function canonicalQuery(parameters: readonly QueryParameter[]): string {
  let text = '';
  let last: string | undefined;
  for (const { name, value = '' } of sorted(parameters)) {
    if (name === last) text += `,${encode(value)}`;
    else text += `${last === undefined ? '' : '&'}${encode(name)}=${encode(value)}`;
    last = name;
  }
  return text;
}

function sorted(parameters: readonly QueryParameter[]): readonly QueryParameter[] {
  if (parameters.length < 2) return parameters;
  return [...parameters].sort(({ name: left }, { name: right }) =>
    left < right ? -1 : left > right ? 1 : 0,
  );
}

const unreserved = /^[\w.~-]*$/;

/** What encodeURIComponent leaves as it is although RFC 3986 reserves it. */
const keptByStandard = /[!'()*]/;
const escapes: Readonly<Record<string, string>> = {
  '!': '%21',
  "'": '%27',
  '(': '%28',
  ')': '%29',
  '*': '%2A',
};

/** Percent-encodes all but the unreserved characters of RFC 3986. */
export function encode(text: string): string {
  if (unreserved.test(text)) return text;
  const encoded = encodeURIComponent(text);
  if (!keptByStandard.test(encoded)) return encoded;
  return encoded.replace(/[!'()*]/g, (character) => escapes[character] ?? character);
}
