/** What a header can carry; anything else would end the response with an error. */
const pattern = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The value where a header can carry it, otherwise undefined. Rows written by hand may hold anything. */
export function headerText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && pattern.test(value) ? value : undefined;
}
