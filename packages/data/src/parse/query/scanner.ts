import type { AppError } from '@plinth/kernel';
import { dataError } from '../../errors/catalogue.ts';

/** A grammar did not match; becomes PGRST100 once its parameter is known. */
export class SyntaxFailure extends Error {}

/**
 * A cursor over one parameter's text. It remembers the furthest place where something did not match and
 * what would have: the error is worded as Parsec words it, because clients and tests compare these texts.
 */
export class Scanner {
  readonly text: string;
  position = 0;
  #furthest = 0;
  #expected: string[] = [];
  /** At the furthest place the text should have ended: Parsec quotes the offender differently then. */
  #shouldEnd = false;
  #offset = 0;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The match of a sticky pattern here, consumed; undefined (and noted as missed) otherwise. */
  match(pattern: RegExp, ...labels: readonly string[]): RegExpExecArray | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found === null) {
      this.miss(...labels);
      return undefined;
    }
    this.position = pattern.lastIndex;
    return found;
  }

  /** Consumes `literal` if it is here; what is missed is shown as `label`, by default in quotes. */
  accept(literal: string, label: string = `"${literal}"`): boolean {
    if (this.text.startsWith(literal, this.position)) {
      this.position += literal.length;
      return true;
    }
    this.miss(label);
    return false;
  }

  /** As `accept`, but without it nothing can follow. */
  expect(literal: string, label?: string): void {
    if (!this.accept(literal, label)) throw new SyntaxFailure();
  }

  /** True where the text starts with `literal` here; consumes and notes nothing. */
  sees(literal: string): boolean {
    return this.text.startsWith(literal, this.position);
  }

  /** Spaces and tabs are allowed around most tokens. */
  skipSpace(): void {
    while (this.text[this.position] === ' ' || this.text[this.position] === '\t') {
      this.position += 1;
    }
  }

  /** Notes that any of `labels` would have been right here. */
  miss(...labels: readonly string[]): void {
    this.#reach(this.position);
    if (this.position === this.#furthest) this.#expected.push(...labels);
  }

  /** Notes that the text should have ended here. */
  missEnd(...labels: readonly string[]): void {
    this.miss(...labels, 'end of input');
    if (this.position === this.#furthest && !this.atEnd) this.#shouldEnd = true;
  }

  /** Says that the offender is not at the furthest place itself but `offset` characters behind it. */
  explainAt(offset: number): void {
    if (this.position === this.#furthest) this.#offset = offset;
  }

  /** Gives up: nothing of `labels` is here. */
  fail(...labels: readonly string[]): never {
    this.miss(...labels);
    throw new SyntaxFailure();
  }

  /** PGRST100 for the furthest place reached; `what` names the parameter, e.g. `filter`. */
  error(what: string, shown: string): AppError {
    const { line, column } = this.#place();
    return dataError('PGRST100', {
      message: `"failed to parse ${what} (${shown})" (line ${line}, column ${column})`,
      details: `unexpected ${this.#offender()} expecting ${enumerate(this.#expected)}`.trim(),
    });
  }

  #reach(position: number): void {
    if (position <= this.#furthest) return;
    this.#furthest = position;
    this.#expected = [];
    this.#shouldEnd = false;
    this.#offset = 0;
  }

  #offender(): string {
    const code = this.text.codePointAt(this.#furthest + this.#offset);
    if (code === undefined) return 'end of input';
    return this.#shouldEnd ? `'${quoted(code, "'")}'` : `"${quoted(code, '"')}"`;
  }

  #place(): { line: number; column: number } {
    let line = 1;
    let column = 1;
    for (const character of this.text.slice(0, this.#furthest)) {
      if (character === '\n') {
        line += 1;
        column = 1;
      } else column += character === '\t' ? 8 - ((column - 1) % 8) : 1;
    }
    return { line, column };
  }
}

/** Runs a grammar over a text; a failure becomes the error of the parameter. */
export function scan<T>(text: string, what: string, shown: string, grammar: Grammar<T>): T {
  const scanner = new Scanner(text);
  try {
    return grammar(scanner);
  } catch (error) {
    if (error instanceof SyntaxFailure) throw scanner.error(what, shown);
    throw error;
  }
}

/** Reads something at the scanner's position; throws SyntaxFailure where it is not there. */
export type Grammar<T> = (scanner: Scanner) => T;

function enumerate(labels: readonly string[]): string {
  const distinct = [...new Set(labels)].filter((label) => label !== '');
  const last = distinct.pop() ?? '';
  return distinct.length === 0 ? last : `${distinct.join(', ')} or ${last}`;
}

/** A character as Haskell shows it inside quotes. */
function quoted(code: number, quote: string): string {
  const character = String.fromCodePoint(code);
  if (character === quote || character === '\\') return `\\${character}`;
  if (code === 10) return '\\n';
  if (code === 9) return '\\t';
  return code < 32 || code > 126 ? `\\${code}` : character;
}
