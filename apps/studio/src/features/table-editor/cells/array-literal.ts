/**
 * The elements of a one-dimensional array in Postgres' text form (`{a,"b c",NULL}`), as `array_out()` writes it. Null
 * where the text is no such array: nested ones, ones with bounds.
 */
export function parseArray(text: string): readonly (string | null)[] | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  const body = text.slice(1, -1);
  if (body.trim() === '') return [];
  const elements: (string | null)[] = [];
  const element = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([^",{}\\]*))\s*(,|$)/y;
  while (element.lastIndex < body.length || elements.length === 0) {
    const match = element.exec(body);
    if (match === null) return null;
    const [, quoted, plain = '', end] = match;
    if (quoted !== undefined) elements.push(quoted.replace(/\\([\s\S])/g, '$1'));
    else if (plain.trim() === '') return null;
    else elements.push(plain.trim().toUpperCase() === 'NULL' ? null : plain.trim());
    if (end === '') return elements;
    if (element.lastIndex >= body.length) return null;
  }
  return elements;
}

/** Writes elements in Postgres' text form, quoting each that needs it. */
export function formatArray(elements: readonly (string | null)[]): string {
  const parts = elements.map((element) => {
    if (element === null) return 'NULL';
    const plain = element !== '' && !/[\s",{}\\]/.test(element) && element.toUpperCase() !== 'NULL';
    return plain ? element : `"${element.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${parts.join(',')}}`;
}
