import { loadParser } from './parser.ts';

/**
 * True where a text is one SQL expression and nothing else: what may stand behind DEFAULT. `1); drop table t;
 * --` is none, and neither is `1, 2`.
 */
export async function isExpression(text: string): Promise<boolean> {
  const parser = await loadParser();
  // The line break ends a comment that the text may close with.
  const parsed = parser.parse(`select (${text}\n)`);
  if ('message' in parsed || parsed.length !== 1) return false;
  const node = parsed[0]?.node;
  if (node === undefined || !('SelectStmt' in node)) return false;
  const { targetList = [], ...rest } = node.SelectStmt;
  const [target] = targetList;
  if (targetList.length !== 1 || target === undefined || !('ResTarget' in target)) return false;
  const { name, val } = target.ResTarget;
  const isRow = val !== undefined && ('RowExpr' in val || 'SubLink' in val);
  const isPlain = rest.fromClause === undefined && rest.whereClause === undefined;
  return name === undefined && !isRow && isPlain && rest.op === 'SETOP_NONE';
}
