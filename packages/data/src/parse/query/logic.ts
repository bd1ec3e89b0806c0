import { limits, tooMuch } from '../limits.ts';
import type { AtPath, LogicSyntax } from '../syntax.ts';
import { explainOperator } from './filter.ts';
import { readField, readName } from './names.ts';
import { type Scanner, SyntaxFailure, scan } from './scanner.ts';
import { readOperation } from './test-value.ts';

/** A logic tree, and its text with the values cut out. */
export interface ParsedLogic {
  readonly tree: AtPath<LogicSyntax>;
  readonly shape: string;
}

/** Stands in the shape where a value was; no decoded text can hold it. */
const valueMark = '\0?';

/** Reads `a.b.not.or=(…)`. What stands behind the closing parenthesis is ignored, as PostgREST does. */
export function parseLogic(name: string, value: string, values: string[]): ParsedLogic {
  const { path, operator } = parseLogicPath(name);
  const text = operator + value;
  return scan(text, 'logic tree', value, (scanner) => {
    const reader = new LogicReader(scanner, values);
    const tree = reader.readTree(0);
    return { tree: { path, value: tree }, shape: reader.shape() };
  });
}

/** The last name is the operator; `not` may stand anywhere before it. */
function parseLogicPath(name: string): { path: readonly string[]; operator: string } {
  if (name === 'or' || name === 'and') return { path: [], operator: name };
  return scan(name, 'logic path', name, (scanner) => {
    const names = [readName(scanner)];
    while (scanner.accept('.', 'delimiter (.)')) names.push(readName(scanner));
    const operator = names.pop() ?? '';
    const path = names.filter((each) => each !== 'not');
    return { path, operator: path.length < names.length ? `not.${operator}` : operator };
  });
}

const groupHead = /(not\.)?(and|or)[ \t]*\(/y;

class LogicReader {
  readonly #scanner: Scanner;
  readonly #values: string[];
  #shape = '';
  #copied = 0;
  #filters = 0;

  constructor(scanner: Scanner, values: string[]) {
    this.#scanner = scanner;
    this.#values = values;
  }

  /** The text read, each value replaced by a mark. */
  shape(): string {
    return this.#shape + this.#scanner.text.slice(this.#copied, this.#scanner.position);
  }

  readTree(depth: number): LogicSyntax {
    const scanner = this.#scanner;
    const start = scanner.position;
    const head = scanner.match(groupHead);
    if (head !== undefined) return this.#readGroup(head, depth);
    try {
      return this.#readFilter();
    } catch (error) {
      if (error instanceof SyntaxFailure) {
        scanner.position = start;
        scanner.miss('negation operator (not)', 'logic operator (and, or)');
      }
      throw error;
    }
  }

  #readFilter(): LogicSyntax {
    const scanner = this.#scanner;
    const field = readField(scanner);
    scanner.expect('.', 'delimiter (.)');
    const operation = readOperation(scanner, this.#values, 'term');
    if (operation === undefined) {
      explainOperator(scanner);
      return scanner.fail();
    }
    const { negated, test } = operation;
    this.#cutValue(operation.start, operation.end);
    return { kind: 'filter', field, negated, test };
  }

  #cutValue(start: number, end: number): void {
    this.#filters += 1;
    if (this.#filters > limits.filters) throw tooMuch('logic tree', `${limits.filters} filters`);
    this.#shape += this.#scanner.text.slice(this.#copied, start) + valueMark;
    this.#copied = end;
  }

  #readGroup(head: RegExpExecArray, depth: number): LogicSyntax {
    if (depth > limits.logicDepth)
      throw tooMuch('logic tree', `${limits.logicDepth} groups inside each other`);
    const scanner = this.#scanner;
    const [, not, operator] = head;
    const terms: LogicSyntax[] = [];
    do {
      scanner.skipSpace();
      terms.push(this.readTree(depth + 1));
      scanner.skipSpace();
    } while (scanner.accept(','));
    scanner.expect(')');
    scanner.skipSpace();
    return {
      kind: 'group',
      operator: operator === 'and' ? 'and' : 'or',
      negated: not !== undefined,
      terms,
    };
  }
}
