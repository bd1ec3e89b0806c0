/**
 * Lays out JSON without parsing its values: numbers keep every digit and strings every escape, which a pass through
 * `JSON.parse` would not promise.
 */
const token = /"(?:[^"\\]|\\[\s\S])*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** True for text that is valid JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with text that should be JSON, in the browser's words; null for valid JSON. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** JSON with a line for every member; text that is no JSON comes back as it is. */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text;
  const tokens = text.match(token) ?? [];
  let depth = 0;
  let out = '';
  const line = (): string => `\n${'  '.repeat(depth)}`;
  tokens.forEach((part, index) => {
    const empty = /[[{]/.test(tokens[index - 1] ?? '') && /[\]}]/.test(part);
    if (part === '{' || part === '[') {
      depth += 1;
      out += part;
      if (!/[\]}]/.test(tokens[index + 1] ?? '')) out += line();
    } else if (part === '}' || part === ']') {
      depth -= 1;
      out += empty ? part : `${line()}${part}`;
    } else if (part === ',') out += `,${line()}`;
    else if (part === ':') out += ': ';
    else out += part;
  });
  return out;
}

/** JSON without a space that means nothing; text that is no JSON comes back as it is. */
export const compactJson = (text: string): string =>
  isJson(text) ? (text.match(token) ?? []).join('') : text;
