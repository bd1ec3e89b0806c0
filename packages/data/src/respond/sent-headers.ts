const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that say where a message ends: those are the listener's. */
const framing = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Header bytes are UTF-8, which node takes as Latin-1 characters. */
export function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/**
 * Headers that SQL has laid down, names in lower case, ready to be sent; those that frame a message are left out.
 * Undefined where one of them is no header.
 */
export function sentHeaders(
  entries: readonly (readonly [string, unknown])[],
): readonly (readonly [string, string])[] | undefined {
  const sent: (readonly [string, string])[] = [];
  for (const [name, value] of entries) {
    if (typeof value !== 'string' || !headerName.test(name)) return undefined;
    const text = headerText(value);
    if (!headerValue.test(text)) return undefined;
    const key = name.toLowerCase();
    if (!framing.has(key)) sent.push([key, text]);
  }
  return sent;
}
