/**
 * Splits at commas that stand outside of quotes and parentheses. A quote opens where a value may begin: behind
 * `.`, `(` or `,`.
 */
export function splitFilter(filter: string): readonly string[] {
  const segments: string[] = [];
  let start = 0;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < filter.length; at += 1) {
    const character = filter[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') {
      isQuoted = at > start && '.(,'.includes(filter[at - 1] ?? ' ');
    } else if (character === '(') {
      depth += 1;
    } else if (character === ')') {
      depth = Math.max(0, depth - 1);
    } else if (character === ',' && depth === 0) {
      segments.push(filter.slice(start, at));
      start = at + 1;
    }
  }
  segments.push(filter.slice(start));
  return segments;
}
