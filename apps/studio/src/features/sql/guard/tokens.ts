/** A piece of SQL. Comments and space are left out. */
export interface SqlToken {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'sign';
  /** Words in lower case, quoted identifiers without quotes, everything else as it is. */
  readonly text: string;
  /** Place in the script, from 0. */
  readonly from: number;
  readonly to: number;
}

const rules: readonly (readonly [SqlToken['kind'] | 'space', RegExp])[] = [
  ['space', /\s+|--[^\n]*/y],
  // A prefix belongs to the string: E'…' alone knows backslashes.
  ['string', /[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/y],
  ['string', /(?:[bBnNxX]|[uU]&)?'(?:[^']|'')*(?:'|$)/y],
  ['quoted', /(?:[uU]&)?"(?:[^"]|"")*(?:"|$)/y],
  ['string', /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?(?:\$\1\$|$)/y],
  ['number', /\d[\w.]*/y],
  ['word', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['sign', /[\s\S]/y],
];

/** The end of a block comment that starts at `from`; they may be nested. */
function endOfComment(sql: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < sql.length) {
    const two = sql.slice(at, at + 2);
    if (two === '/*') depth += 1;
    if (two === '*/') depth -= 1;
    at += two === '/*' || two === '*/' ? 2 : 1;
    if (depth === 0) return at;
  }
  return sql.length;
}

/** SQL in pieces, as Postgres reads it. What is not finished reaches to the end. */
export function tokenize(sql: string): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  let at = 0;
  while (at < sql.length) {
    if (sql.startsWith('/*', at)) {
      at = endOfComment(sql, at);
      continue;
    }
    for (const [kind, pattern] of rules) {
      pattern.lastIndex = at;
      const match = pattern.exec(sql)?.[0];
      if (match === undefined || match === '') continue;
      if (kind !== 'space') {
        const text =
          kind === 'word'
            ? match.toLowerCase()
            : kind === 'quoted'
              ? match.replace(/^(?:u&)?"|"$/gi, '').replaceAll('""', '"')
              : match;
        tokens.push({ kind, text, from: at, to: at + match.length });
      }
      at += match.length;
      break;
    }
  }
  return tokens;
}

/** The tokens of each statement. */
export function statementsOf(sql: string): readonly (readonly SqlToken[])[] {
  const statements: SqlToken[][] = [];
  let current: SqlToken[] = [];
  for (const token of tokenize(sql)) {
    if (token.kind === 'sign' && token.text === ';') {
      if (current.length > 0) statements.push(current);
      current = [];
    } else current.push(token);
  }
  if (current.length > 0) statements.push(current);
  return statements;
}
