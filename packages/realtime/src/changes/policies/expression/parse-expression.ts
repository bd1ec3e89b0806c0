import type { Expression } from './expression.ts';
import { NotUnderstood, type Token, tokenize } from './tokens.ts';

/** Deepest nesting of parentheses. */
const deepest = 100;

const tests = ['NULL', 'TRUE', 'FALSE', 'UNKNOWN'] as const;

/** Names of types in several words. */
const longTypes: readonly (readonly string[])[] = [
  ['character', 'varying'],
  ['double', 'precision'],
];

/**
 * Parses what `pg_get_expr` gives. It puts every operation into parentheses, so nothing depends on precedence: two
 * operations beside each other are refused. Throws NotUnderstood for whatever else it does not know.
 */
export function parseExpression(source: string): Expression {
  const parser = new Parser(tokenize(source));
  const expression = parser.expression();
  parser.end();
  return expression;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new NotUnderstood('more follows');
  }

  expression(): Expression {
    this.#depth += 1;
    if (this.#depth > deepest) throw new NotUnderstood('deep');
    const first = this.#operation();
    const word = ['AND', 'OR'].find((each) => this.#isWord(each));
    if (word === undefined) {
      this.#depth -= 1;
      return first;
    }
    const parts = [first];
    while (this.#takeWord(word)) parts.push(this.#operation());
    this.#depth -= 1;
    return { kind: word === 'AND' ? 'and' : 'or', parts };
  }

  #operation(): Expression {
    if (this.#takeWord('NOT')) return { kind: 'not', value: this.#operand() };
    const left = this.#operand();
    if (this.#takeWord('IS')) return this.#is(left);
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'operator') return left;
    this.#at += 1;
    if (this.#takeWord('ANY')) {
      if (token.text !== '=') throw new NotUnderstood('ANY');
      return { kind: 'any', left, items: this.#anyItems() };
    }
    return { kind: 'operation', operator: token.text, left, right: this.#operand() };
  }

  #is(value: Expression): Expression {
    const isNegated = this.#takeWord('NOT');
    const what = tests.find((each) => this.#takeWord(each));
    if (what === undefined) throw new NotUnderstood('IS');
    return { kind: 'is', value, what, isNegated };
  }

  /** `(ARRAY[a, b])` */
  #anyItems(): readonly Expression[] {
    this.#sign('(');
    if (!this.#takeWord('ARRAY')) throw new NotUnderstood('ANY of something else');
    this.#sign('[');
    const items = [this.expression()];
    while (this.#takeSign(',')) items.push(this.expression());
    this.#sign(']');
    this.#sign(')');
    return items;
  }

  #operand(): Expression {
    let value = this.#primary();
    while (this.#takeSign('::')) value = { kind: 'cast', value, type: this.#type() };
    return value;
  }

  #primary(): Expression {
    if (this.#takeSign('(')) return this.#inParentheses();
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new NotUnderstood('end');
    this.#at += 1;
    if (token.kind === 'string' || token.kind === 'number') {
      return { kind: token.kind, text: token.text };
    }
    if (token.kind !== 'name') throw new NotUnderstood(token.text);
    if (!token.isQuoted && /^(?:true|false|null)$/i.test(token.text)) {
      const word = token.text.toLowerCase();
      return { kind: 'boolean', value: word === 'null' ? null : word === 'true' };
    }
    return this.#named(token);
  }

  /** A column, or a call without arguments. */
  #named(token: Token): Expression {
    if (!token.isQuoted && token.text !== token.text.toLowerCase()) {
      throw new NotUnderstood(token.text);
    }
    let name = token.text;
    let isQualified = false;
    while (this.#takeSign('.')) {
      isQualified = true;
      name += `.${this.#name()}`;
    }
    if (this.#takeSign('(')) {
      this.#sign(')');
      return { kind: 'call', name };
    }
    if (isQualified) throw new NotUnderstood('qualified column');
    return { kind: 'column', name };
  }

  #inParentheses(): Expression {
    if (!this.#takeWord('SELECT')) {
      const inner = this.expression();
      this.#sign(')');
      return inner;
    }
    // `(select auth.uid())`: evaluated once, the same value.
    const value = this.expression();
    if (this.#takeWord('AS')) this.#name();
    this.#sign(')');
    return value;
  }

  #type(): string {
    let name = this.#name();
    while (this.#takeSign('.')) name += `.${this.#name()}`;
    for (const [first, second] of longTypes) {
      if (name === first && second !== undefined && this.#takeWord(second)) name += ` ${second}`;
    }
    const token = this.#tokens[this.#at];
    if (token?.kind === 'sign' && (token.text === '[' || token.text === '(')) {
      throw new NotUnderstood('type');
    }
    return name;
  }

  #name(): string {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'name') throw new NotUnderstood('name expected');
    this.#at += 1;
    // A quoted name with a dot would look like two.
    if (token.text.includes('.')) throw new NotUnderstood('dot');
    return token.text;
  }

  #isWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    return (
      token?.kind === 'name' && !token.isQuoted && token.text.toUpperCase() === word.toUpperCase()
    );
  }

  #takeWord(word: string): boolean {
    const found = this.#isWord(word);
    if (found) this.#at += 1;
    return found;
  }

  #takeSign(sign: string): boolean {
    const token = this.#tokens[this.#at];
    const found = token?.kind === 'sign' && token.text === sign;
    if (found) this.#at += 1;
    return found;
  }

  #sign(sign: string): void {
    if (!this.#takeSign(sign)) throw new NotUnderstood(`${sign} expected`);
  }
}
