/** A value that a template can meet: JSON, as data is. */
export type Value = unknown;

/** An operand of a pipeline. */
export type Operand =
  | { readonly kind: 'literal'; readonly value: Value }
  /** `.a.b` (base dot), `$.a.b` (base root), `$x.a` (base variable). */
  | {
      readonly kind: 'path';
      readonly base: 'dot' | 'root' | string;
      readonly names: readonly string[];
    }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'group'; readonly pipeline: Pipeline; readonly names: readonly string[] };

/** A function with its arguments, or a value alone. */
type Command = readonly Operand[];

/** Commands joined by `|`: each one's result is the last argument of the next. */
export interface Pipeline {
  readonly commands: readonly Command[];
  /** Variable that takes the result (`$x := …`); nothing is printed then. */
  readonly variable?: string;
}

/** A parsed template. */
export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipeline: Pipeline }
  | {
      readonly kind: 'if' | 'with' | 'range';
      readonly pipeline: Pipeline;
      readonly then: readonly Node[];
      readonly otherwise: readonly Node[];
    };

/** A template that Go would not parse either, or that uses what is not supported here. */
export class TemplateError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TemplateError';
  }
}
