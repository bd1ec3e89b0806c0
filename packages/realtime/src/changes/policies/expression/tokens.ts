/** A piece of an SQL expression as Postgres writes it. */
export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'operator' | 'sign';
  /** The name, the text between the quotes, the digits, or the characters themselves. */
  readonly text: string;
  /** Whether a name was in quotes: then it is no keyword. */
  readonly isQuoted: boolean;
  readonly start: number;
  readonly end: number;
}

/** The expression is not of the kind that is understood. */
export class NotUnderstood extends Error {}

/** Longest expression that is looked at, in characters. */
const longest = 20_000;

const patterns: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  ['space', /\s+/y],
  ['string', /E?'(?:[^']|'')*'/y],
  ['name', /"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*/uy],
  ['number', /\d+(?:\.\d+)?(?![\p{L}\p{N}_.])/uy],
  ['sign', /::|[()[\],.]/y],
  ['operator', /[-+*/<>=~!@#%^&|`?]+/y],
];

/** Takes an expression apart. Throws NotUnderstood. */
export function tokenize(source: string): readonly Token[] {
  if (source.length > longest) throw new NotUnderstood('long');
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const { kind, raw } = next(source, at);
    const end = at + raw.length;
    if (kind !== 'space') {
      const isQuoted = raw.startsWith('"');
      tokens.push({ kind, text: textOf(kind, raw), isQuoted, start: at, end });
    }
    at = end;
  }
  return tokens;
}

function next(source: string, at: number): { kind: Token['kind'] | 'space'; raw: string } {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const raw = pattern.exec(source)?.[0];
    if (raw !== undefined) return { kind, raw };
  }
  throw new NotUnderstood(`character ${at}`);
}

function textOf(kind: Token['kind'], raw: string): string {
  if (kind === 'name' && raw.startsWith('"')) return raw.slice(1, -1).replaceAll('""', '"');
  if (kind !== 'string') return raw;
  if (!raw.startsWith('E')) return raw.slice(1, -1).replaceAll("''", "'");
  const inside = raw.slice(2, -1);
  // Postgres writes the E form for backslashes alone, and doubles them.
  if (/\\(?!\\)/.test(inside.replaceAll('\\\\', ''))) throw new NotUnderstood('escape');
  return inside.replaceAll("''", "'").replaceAll('\\\\', '\\');
}
