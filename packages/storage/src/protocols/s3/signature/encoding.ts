/** Percent-encodes everything but the unreserved characters of RFC 3986, as AWS signs it. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The path with each segment encoded anew, however the client spelled it. Throws URIError where it cannot be decoded. */
export function canonicalPath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeStrictly(decodeURIComponent(segment)))
    .join('/');
}

/** Name and value of each parameter in the order of the URL, decoded. Throws URIError where one cannot be decoded. */
export function parseQuery(rawQuery: string): [name: string, value: string][] {
  return rawQuery
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    });
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
