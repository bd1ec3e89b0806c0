import { quoteIdentifier, quoteLiteral } from '@plinth/postgres';
import type { QualifiedName } from '../catalog/names.ts';
import type { Slot } from '../parse/syntax.ts';

/** Where a parameter of a prepared statement gets its value from when a request comes. */
export type Binding =
  /** A value of the request as it is. */
  | { readonly kind: 'value'; readonly slot: Slot }
  /** Several values as one array. */
  | { readonly kind: 'array'; readonly slots: readonly Slot[] }
  /** Several values as the members of one JSON object. */
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Slot])[] }
  /** The request body, as JSON or as it came. */
  | { readonly kind: 'body' };

/** A statement whose values are still open. */
export interface StatementText {
  readonly text: string;
  readonly bindings: readonly Binding[];
}

/**
 * A piece of SQL. Text enters only through the template tag and the functions below: a name is quoted, a
 * value is a binding, so nothing of a request can become SQL.
 */
export class Fragment {
  readonly #strings: readonly string[];
  readonly #parts: readonly (Fragment | Binding)[];

  constructor(strings: readonly string[], parts: readonly (Fragment | Binding)[]) {
    this.#strings = strings;
    this.#parts = parts;
  }

  /** The text with `$1…$n`; the same value or body is the same parameter wherever it stands. */
  render(): StatementText {
    const parameters = new Parameters();
    return { text: this.#write(parameters), bindings: parameters.bindings };
  }

  #write(parameters: Parameters): string {
    let text = this.#strings[0] ?? '';
    this.#parts.forEach((part, index) => {
      text += part instanceof Fragment ? part.#write(parameters) : `$${parameters.number(part)}`;
      text += this.#strings[index + 1] ?? '';
    });
    return text;
  }
}

/** Numbers bindings as they come. */
class Parameters {
  readonly bindings: Binding[] = [];
  readonly #numbers = new Map<Slot | 'body', number>();

  number(binding: Binding): number {
    if (binding.kind === 'array' || binding.kind === 'object') return this.bindings.push(binding);
    const key = binding.kind === 'body' ? 'body' : binding.slot;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.bindings.push(binding);
    this.#numbers.set(key, number);
    return number;
  }
}

/** Tagged template: `` sql`select ${name('id')} where x = ${value(0)}` ``. */
export function sql(strings: TemplateStringsArray, ...parts: (Fragment | Binding)[]): Fragment {
  return new Fragment(strings, parts);
}

export const empty: Fragment = new Fragment([''], []);

export function value(slot: Slot): Binding {
  return { kind: 'value', slot };
}

export const body: Binding = { kind: 'body' };

/** A quoted identifier, qualified where several are given. */
export function name(...names: readonly string[]): Fragment {
  return new Fragment([names.map(quoteIdentifier).join('.')], []);
}

/** A relation or function with its schema; without one the search path decides. */
export function qualified({ schema, name: own }: QualifiedName): Fragment {
  return schema === '' ? name(own) : name(schema, own);
}

/**
 * A text that belongs to the shape of a request (a JSON key, a language), quoted. Being constant, it lets
 * Postgres use indexes on expressions in every plan.
 */
export function literal(text: string): Fragment {
  return new Fragment([quoteLiteral(text)], []);
}

const typePattern = /^[\p{L}\p{N}_$][\p{L}\p{N}_ $]*$/u;

/** A type name of a cast, which cannot be quoted since `int` is no identifier of a type. */
export function typeName(text: string): Fragment {
  if (!typePattern.test(text)) throw new RangeError(`not a type name: ${text}`);
  return new Fragment([text], []);
}

/** A type, function or expression that Postgres' own catalog has written, quoted where it must be. */
export function fromCatalog(text: string): Fragment {
  return new Fragment([text], []);
}

/** A whole number of the settings. */
export function integer(number: number): Fragment {
  return new Fragment([String(Math.trunc(number))], []);
}

/** Pieces one after another, `separator` between them. */
export function join(pieces: readonly Fragment[], separator: string): Fragment {
  if (pieces.length === 0) return empty;
  return new Fragment(['', ...pieces.slice(1).map(() => separator), ''], pieces);
}

/** `keyword` and the pieces behind it, or nothing where there are none. */
export function clause(keyword: string, pieces: readonly Fragment[], separator: string): Fragment {
  return pieces.length === 0 ? empty : new Fragment([keyword, ''], [join(pieces, separator)]);
}
