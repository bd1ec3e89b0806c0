/** Header by which a client says which error shape it understands; echoed where the shape is the newer one. */
export const apiVersionHeader = 'x-supabase-api-version';

/** The first version in which `code` of an error is a text. */
export const stringCodes = '2024-01-01';

/** The version an error is to be worded in; undefined for the first one, and for a date nobody can read. */
export function errorVersion(
  header: string | readonly string[] | undefined,
): typeof stringCodes | undefined {
  if (typeof header !== 'string' || !isDate(header)) return undefined;
  return header >= stringCodes ? stringCodes : undefined;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
