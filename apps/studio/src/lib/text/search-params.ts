/** Search parameters as they stand in a URL: repeated names become lists; nothing is JSON. */
export type SearchParams = Readonly<Record<string, string | readonly string[]>>;

/** Reads `?sort=a&filter=x&filter=y`. */
export function parseSearch(text: string): SearchParams {
  const values = new Map<string, string | readonly string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const known = values.get(name);
    values.set(name, known === undefined ? value : [...listOf(known), value]);
  }
  return Object.fromEntries(values);
}

/** Writes search parameters, leaving readable what may stand in a query as it is. */
export function stringifySearch(values: Readonly<Record<string, unknown>>): string {
  const parts: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    const text = encodeURIComponent(String(value)).replace(
      /%(3A|2C|2F|40|24)/g,
      decodeURIComponent,
    );
    parts.push(`${encodeURIComponent(name)}=${text}`);
  };
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) for (const one of value) add(name, one);
    else add(name, value);
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** All values of a parameter that may stand once, several times or not at all. */
export function listOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The value of a parameter that should stand once. */
export const textOf = (value: unknown): string | undefined => listOf(value)[0];
