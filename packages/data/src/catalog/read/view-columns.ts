/** Where a column of a view comes from: relation and column number. Zero relation: from nowhere. */
export interface ColumnOrigin {
  readonly relation: number;
  readonly column: number;
}

/** Tokens of a query tree that matter here; a backslash makes the next character ordinary. */
const token = /\\[\s\S]|[{}()]|:targetList|:resno (\d+)|:resorigtbl (\d+)|:resorigcol (\d+)/g;

/**
 * Origins of a view's columns by column number, from its query as `pg_rewrite.ev_action` prints it. Only
 * the target list of the outermost query counts; those of its subqueries stand deeper.
 */
export function viewColumnOrigins(tree: string): ReadonlyMap<number, ColumnOrigin> {
  const origins = new Map<number, ColumnOrigin>();
  let braces = 0;
  let listParens: number | undefined;
  let parens = 0;
  let column = 0;
  let relation = 0;
  for (const match of tree.matchAll(token)) {
    const [text, resno, table, attribute] = match;
    if (text === '{') braces += 1;
    else if (text === '}') braces -= 1;
    else if (text === '(') parens += 1;
    else if (text === ')') {
      parens -= 1;
      if (parens === listParens) return origins;
    } else if (text === ':targetList') {
      if (braces === 1) listParens = parens;
    } else if (listParens !== undefined && braces === 2) {
      if (resno !== undefined) column = Number(resno);
      else if (table !== undefined) relation = Number(table);
      else if (attribute !== undefined && relation !== 0) {
        origins.set(column, { relation, column: Number(attribute) });
      }
    }
  }
  return origins;
}
