import { type SqlToken, statementsOf } from './tokens.ts';

/** A statement that takes away more than it may seem to. */
export interface Danger {
  readonly kind: 'drop' | 'truncate' | 'delete' | 'update' | 'alter';
  /** What it is done to, as far as it can be told. */
  readonly target: string;
  /** Place in the script, from 0. */
  readonly from: number;
}

const isWord = (token: SqlToken | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text);
const isSign = (token: SqlToken | undefined, ...signs: readonly string[]): boolean =>
  token?.kind === 'sign' && signs.includes(token.text);

/** Words between a verb and the name of the thing. */
const fillers = ['only', 'table', 'if', 'exists', 'concurrently', 'from'];

/** The name that starts at `index`, with its schema. */
function nameAt(tokens: readonly SqlToken[], index: number): string {
  let at = index;
  while (isWord(tokens[at], ...fillers)) at += 1;
  let name = '';
  for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
    if (token.kind !== 'word' && token.kind !== 'quoted') break;
    name += token.text;
    if (!isSign(tokens[at + 1], '.')) break;
    name += '.';
    at += 2;
  }
  return name;
}

/** True where a statement begins at `index`: at the start, in brackets (a CTE), after one, or behind EXPLAIN. */
function startsStatement(tokens: readonly SqlToken[], index: number): boolean {
  const before = tokens[index - 1];
  if (before === undefined || isSign(before, '(', ')')) return true;
  return tokens.slice(0, index).every((token) => isWord(token, 'explain', 'analyze', 'verbose'));
}

/** True where one of the words follows `index` before the brackets around it close. */
function hasAtSameDepth(
  tokens: readonly SqlToken[],
  index: number,
  ...words: readonly string[]
): boolean {
  let depth = 0;
  for (const token of tokens.slice(index)) {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    if (depth < 0) return false;
    if (depth === 0 && isWord(token, ...words)) return true;
  }
  return false;
}

function dangersOf(tokens: readonly SqlToken[]): readonly Danger[] {
  const dangers: Danger[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== 'word') return;
    const add = (kind: Danger['kind'], target: string): void => {
      dangers.push({ kind, target, from: token.from });
    };
    if (index === 0 && token.text === 'drop') {
      const what = tokens[1]?.text ?? '';
      add('drop', `${what} ${nameAt(tokens, 2)}`.trim());
    }
    if (index === 0 && token.text === 'truncate') add('truncate', nameAt(tokens, 1));
    if (token.text === 'drop' && isWord(tokens[0], 'alter') && isWord(tokens[1], 'table')) {
      const harmless = ['default', 'not', 'identity', 'expression'];
      if (!isWord(tokens[index + 1], ...harmless)) add('alter', nameAt(tokens, 2));
    }
    if (!startsStatement(tokens, index)) return;
    if (token.text === 'delete' && isWord(tokens[index + 1], 'from')) {
      if (!hasAtSameDepth(tokens, index, 'where')) add('delete', nameAt(tokens, index + 1));
    }
    if (token.text === 'update' && hasAtSameDepth(tokens, index, 'set')) {
      if (!hasAtSameDepth(tokens, index, 'where')) add('update', nameAt(tokens, index + 1));
    }
  });
  return dangers;
}

/** All statements of a script that deserve a second look: drops, and deletes and updates of whole tables. */
export const findDangers = (sql: string): readonly Danger[] => statementsOf(sql).flatMap(dangersOf);

const schemaVerbs = [
  'create',
  'alter',
  'drop',
  'comment',
  'grant',
  'revoke',
  'do',
  'import',
  'call',
];

/** True where a script may have changed the schema, so that what Studio knows of it may be old. */
export const mayChangeSchema = (sql: string): boolean =>
  statementsOf(sql).some(
    (tokens) => isWord(tokens[0], ...schemaVerbs) || tokens.some((token) => isWord(token, 'into')),
  );
