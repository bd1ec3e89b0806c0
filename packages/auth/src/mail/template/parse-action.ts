import { type Operand, type Pipeline, TemplateError } from './syntax.ts';
import { type Token, tokenize, unquote } from './tokens.ts';

const constants: Readonly<Record<string, unknown>> = { true: true, false: false, nil: null };

/** The pipeline of an action: `.Data.name | printf "%s"`, `$x := .Email`. */
export function parsePipeline(source: string): Pipeline {
  const reader = new ActionReader(tokenize(source));
  const pipeline = reader.pipeline();
  reader.expectEnd();
  return pipeline;
}

class ActionReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  pipeline(): Pipeline {
    const variable = this.#assignment();
    const commands = [this.#command()];
    while (this.#peek()?.text === '|') {
      this.#at += 1;
      commands.push(this.#command());
    }
    return variable === undefined ? { commands } : { commands, variable };
  }

  expectEnd(): void {
    const extra = this.#peek();
    if (extra !== undefined) throw new TemplateError(`unexpected "${extra.text}"`);
  }

  #assignment(): string | undefined {
    const [name, sign] = this.#tokens.slice(this.#at, this.#at + 2);
    if (name?.kind !== 'variable' || name.text === '$') return undefined;
    if (sign?.text !== ':=' && sign?.text !== '=') return undefined;
    this.#at += 2;
    return name.text.slice(1);
  }

  #command(): readonly Operand[] {
    const operands: Operand[] = [];
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (token.text === '|' || token.text === ')') break;
      this.#at += 1;
      operands.push(this.#operand(token));
    }
    if (operands.length === 0) throw new TemplateError('an empty action');
    return operands;
  }

  #operand(token: Token): Operand {
    switch (token.kind) {
      case 'text':
        return { kind: 'literal', value: unquote(token.text) };
      case 'number':
        return { kind: 'literal', value: Number(token.text) };
      case 'field':
        return { kind: 'path', base: 'dot', names: this.#names(token.text) };
      case 'variable':
        return { kind: 'path', base: token.text.slice(1) || 'root', names: this.#names('.') };
      case 'word':
        return Object.hasOwn(constants, token.text)
          ? { kind: 'literal', value: constants[token.text] }
          : { kind: 'function', name: token.text };
      default:
        if (token.text === '(') return this.#group();
        throw new TemplateError(`unexpected "${token.text}"`);
    }
  }

  #group(): Operand {
    const pipeline = this.pipeline();
    if (this.#peek()?.text !== ')') throw new TemplateError('a parenthesis stays open');
    this.#at += 1;
    return { kind: 'group', pipeline, names: this.#names('.') };
  }

  /** The names of a path whose first part is `first`. */
  #names(first: string): readonly string[] {
    const names = first === '.' ? [] : [first.slice(1)];
    for (let token = this.#peek(); token?.kind === 'field' && token.glued; token = this.#peek()) {
      this.#at += 1;
      names.push(token.text.slice(1));
    }
    return names;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }
}
