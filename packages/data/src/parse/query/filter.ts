import type { AtPath, FieldSyntax, FilterSyntax } from '../syntax.ts';
import { readJsonPath, readName } from './names.ts';
import { type Grammar, Scanner, scan } from './scanner.ts';
import { readOperation } from './test-value.ts';

/** A filter parameter, and how much of its value belongs to the shape. */
export interface ParsedFilter {
  readonly filter: AtPath<FilterSyntax>;
  readonly shape: string;
}

/**
 * Reads `a.b.column=operator.value`. Undefined where the value begins with no operator: on a function
 * that is an argument, elsewhere a failure.
 */
export function parseFilter(
  name: string,
  value: string,
  values: string[],
): ParsedFilter | undefined {
  return scan(value, 'filter', value, (scanner) => {
    const operation = readOperation(scanner, values, 'parameter');
    if (operation === undefined) return undefined;
    const { path, value: field } = parseFieldPath(name);
    const { negated, test, start } = operation;
    return {
      filter: { path, value: { kind: 'filter', field, negated, test } },
      shape: value.slice(0, start),
    };
  });
}

/** The failure of a filter whose value begins with no operator. */
export function noOperator(value: string): Error {
  const scanner = new Scanner(value);
  explainOperator(scanner);
  return scanner.error('filter', value);
}

/** Notes what an operation would have looked like at the scanner's position. */
export function explainOperator(scanner: Scanner): void {
  const label = 'operator (eq, gt, ...)';
  if (scanner.accept('not.', '"not"')) {
    scanner.miss(label);
    return;
  }
  const offset = partial(scanner, 'not');
  scanner.miss(label);
  scanner.explainAt(offset);
}

/** How many characters of `word` stand here. */
function partial(scanner: Scanner, word: string): number {
  let length = 0;
  while (length < word.length && scanner.sees(word.slice(0, length + 1))) length += 1;
  return length;
}

const plainName = /^[a-z_]\w*$/i;

/** `a.b.column->key`: the embeds that lead to a column, and the column. */
export function parseFieldPath(text: string): AtPath<FieldSyntax> {
  if (plainName.test(text)) return { path: [], value: { name: text, path: [] } };
  return scan(text, 'tree path', text, fieldPath);
}

const fieldPath: Grammar<AtPath<FieldSyntax>> = (scanner) => {
  const names = [readName(scanner)];
  while (scanner.accept('.', 'delimiter (.)')) names.push(readName(scanner));
  const name = names.pop() ?? '';
  return { path: names, value: { name, path: readJsonPath(scanner) } };
};

/** `a.b.<reserved word>`: the embeds that an `order`, a `limit` or an `offset` is about. */
export function parseReservedPath(text: string): readonly string[] {
  if (!text.includes('.')) return [];
  return parseFieldPath(text).path;
}
