/** What a parameter can be; objects go through `json()`, so that nothing is stringified by accident. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly string[];

/** A parameter as the wire takes it: text, bytes or NULL; Postgres infers its type. */
export type Parameter = string | Buffer | null;

/**
 * A piece of SQL with its parameters apart. Pieces nest; text can only enter through `sql`, `ident`
 * and `raw`, so a value never becomes text.
 */
export class Sql {
  readonly #strings: readonly string[];
  readonly #parts: readonly (Sql | SqlValue)[];

  constructor(strings: readonly string[], parts: readonly (Sql | SqlValue)[]) {
    this.#strings = strings;
    this.#parts = parts;
  }

  /** The statement with `$1…$n` and the parameters in that order. */
  render(): { readonly text: string; readonly values: Parameter[] } {
    const values: Parameter[] = [];
    return { text: this.#write(values), values };
  }

  #write(values: Parameter[]): string {
    let text = this.#strings[0] ?? '';
    this.#parts.forEach((part, index) => {
      if (part instanceof Sql) text += part.#write(values);
      else text += `$${values.push(toParameter(part))}`;
      text += this.#strings[index + 1] ?? '';
    });
    return text;
  }
}

/** Tagged template: `` sql`select * from ${ident('notes')} where id = ${id}` ``. */
export function sql(strings: TemplateStringsArray, ...parts: (Sql | SqlValue)[]): Sql {
  return new Sql(strings, parts);
}

/** A quoted, possibly qualified identifier: `ident('public', 'notes')` → `"public"."notes"`. */
export function ident(...names: string[]): Sql {
  return new Sql([names.map(quoteIdentifier).join('.')], []);
}

/** Text taken as SQL as it is: for our own `.sql` files and constants, never for input. */
export function raw(text: string): Sql {
  return new Sql([text], []);
}

/** Pieces one after another, `separator` between them. */
export function join(pieces: readonly Sql[], separator = ', '): Sql {
  const between = pieces.slice(1).map(() => separator);
  return new Sql(pieces.length === 0 ? [''] : ['', ...between, ''], pieces);
}

/** A JSON parameter; undefined members are dropped as JSON.stringify does. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/** `"name"` with quotes doubled. A NUL byte, which no identifier can hold, throws a RangeError. */
export function quoteIdentifier(name: string): string {
  if (name.includes('\0')) throw new RangeError('an identifier cannot hold a NUL byte');
  return `"${name.replaceAll('"', '""')}"`;
}

/** `'text'` as a literal, for the few commands that take no parameters (CREATE ROLE … PASSWORD). */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) throw new RangeError('a literal cannot hold a NUL byte');
  const escaped = text.replaceAll("'", "''");
  return text.includes('\\') ? ` E'${escaped.replaceAll('\\', '\\\\')}'` : `'${escaped}'`;
}

/** `{"a","b"}`: the text form of a Postgres array of strings. */
export function arrayLiteral(items: readonly string[]): string {
  const quoted = items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  return `{${quoted.join(',')}}`;
}

function toParameter(value: SqlValue): Parameter {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (Array.isArray(value)) return arrayLiteral(value);
  return String(value);
}
