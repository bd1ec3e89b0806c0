/** A stretch of a script between two top-level semicolons; offsets in UTF-16 units. */
export interface Piece {
  readonly start: number;
  /** Before the semicolon, or the end of the script. */
  readonly end: number;
}

export interface LexedScript {
  readonly pieces: readonly Piece[];
  /** Offsets of backslashes outside of quotes and comments: SQL has none, psql's commands begin so. */
  readonly backslashes: readonly number[];
}

/** Most backslashes worth telling of: one is enough to refuse a script. */
const mostBackslashes = 100;

/**
 * Cuts a script at its top-level semicolons as psql does: quotes, comments, dollar quotes and parentheses
 * are respected, grammar is not (the body of BEGIN ATOMIC is cut too). The parser has the last word; this
 * keeps it from having to hold megabytes of seed data at once.
 */
export function lexScript(text: string): LexedScript {
  const pieces: Piece[] = [];
  const backslashes: number[] = [];
  let start = 0;
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const skipped = skipOpaque(text, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const character = text[at];
    if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === '\\' && backslashes.length < mostBackslashes) backslashes.push(at);
    else if (character === ';' && depth === 0) {
      pieces.push({ start, end: at });
      start = at + 1;
    }
    at += 1;
  }
  pieces.push({ start, end: text.length });
  return { pieces, backslashes };
}

/** First offset at or behind `at` that is neither white space nor comment. */
export function skipBlank(text: string, at: number): number {
  let offset = at;
  for (;;) {
    const before = offset;
    while (isSpace(text.charCodeAt(offset))) offset += 1;
    offset = skipComment(text, offset);
    if (offset === before) return offset;
  }
}

/** The end of the quote or comment that begins at `at`; `at` itself where none does. */
function skipOpaque(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case 0x27: // '
      return isEscapeString(text, at) ? skipEscapeString(text, at) : skipQuoted(text, at, "'");
    case 0x22: // "
      return skipQuoted(text, at, '"');
    case 0x24: // $
      return skipDollarQuoted(text, at);
    case 0x2d: // -
    case 0x2f: // /
      return skipComment(text, at);
    default:
      return at;
  }
}

function skipQuoted(text: string, at: number, quote: string): number {
  let end = text.indexOf(quote, at + 1);
  // A doubled quote stands for itself: the search goes on behind it.
  while (end >= 0 && text[end + 1] === quote) end = text.indexOf(quote, end + 2);
  return end < 0 ? text.length : end + 1;
}

/** True where the quote at `at` belongs to E'…', in which a backslash escapes. */
function isEscapeString(text: string, at: number): boolean {
  const before = text[at - 1];
  return (before === 'e' || before === 'E') && !isNameCharacter(text.charCodeAt(at - 2));
}

function skipEscapeString(text: string, at: number): number {
  for (let offset = at + 1; offset < text.length; offset += 1) {
    if (text[offset] === '\\') offset += 1;
    else if (text[offset] === "'" && text[offset + 1] === "'") offset += 1;
    else if (text[offset] === "'") return offset + 1;
  }
  return text.length;
}

const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;

function skipDollarQuoted(text: string, at: number): number {
  if (isNameCharacter(text.charCodeAt(at - 1))) return at;
  dollarTag.lastIndex = at;
  const [tag] = dollarTag.exec(text) ?? [];
  if (tag === undefined) return at;
  const end = text.indexOf(tag, at + tag.length);
  return end < 0 ? text.length : end + tag.length;
}

function skipComment(text: string, at: number): number {
  if (text.startsWith('--', at)) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end + 1;
  }
  if (!text.startsWith('/*', at)) return at;
  let depth = 1;
  let offset = at + 2;
  while (depth > 0 && offset < text.length) {
    if (text.startsWith('/*', offset)) {
      depth += 1;
      offset += 2;
    } else if (text.startsWith('*/', offset)) {
      depth -= 1;
      offset += 2;
    } else offset += 1;
  }
  return offset;
}

/** Postgres' white space: space, tab, line feed, carriage return, form feed, vertical tab. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** A character of an identifier or number, in whose middle no quote begins. */
function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x24 ||
    code >= 0x80
  );
}
