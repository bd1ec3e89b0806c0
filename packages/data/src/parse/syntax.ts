/** Index into the values of a request: the text is not part of the request's shape. */
export type Slot = number;

/** One step into a JSON value: `->key`, `->>key`, `->2`. */
export interface JsonStep {
  readonly key: string;
  readonly isIndex: boolean;
  /** `->>`: the result is text, not JSON. */
  readonly asText: boolean;
}

/** A column (or computed field), possibly with a path into its JSON. */
export interface FieldSyntax {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export type Aggregate = 'avg' | 'count' | 'max' | 'min' | 'sum';

/** `alias:field::cast.aggregate()::cast` of `select`; the name `*` stands for all columns. */
export interface SelectField {
  readonly kind: 'field';
  readonly field: FieldSyntax;
  readonly alias: string | undefined;
  readonly cast: string | undefined;
  readonly aggregate: Aggregate | undefined;
  readonly aggregateCast: string | undefined;
}

/** `alias:relation!hint!inner(…)` or `...relation(…)` of `select`. */
export interface SelectEmbed {
  readonly kind: 'embed';
  readonly relation: string;
  readonly alias: string | undefined;
  readonly hint: string | undefined;
  readonly join: 'inner' | 'left' | undefined;
  readonly spread: boolean;
  readonly items: readonly SelectItem[];
}

export type SelectItem = SelectField | SelectEmbed;

/** Operators that take one value, and with `(any)` or `(all)` an array of them. */
export type QuantifiableOperator =
  | 'eq'
  | 'gte'
  | 'gt'
  | 'lte'
  | 'lt'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch';

export type SimpleOperator =
  | 'neq'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxr'
  | 'nxl'
  | 'adj'
  | 'isdistinct';

export type FullTextOperator = 'fts' | 'plfts' | 'phfts' | 'wfts';

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

/** What a filter compares its field with. */
export type Test =
  | { readonly kind: 'simple'; readonly operator: SimpleOperator; readonly value: Slot }
  | {
      readonly kind: 'quantified';
      readonly operator: QuantifiableOperator;
      readonly quantifier: 'any' | 'all' | undefined;
      readonly value: Slot;
    }
  | { readonly kind: 'in'; readonly value: Slot }
  | { readonly kind: 'is'; readonly value: IsValue }
  | {
      readonly kind: 'fullText';
      readonly operator: FullTextOperator;
      readonly language: string | undefined;
      readonly value: Slot;
    };

/** `field=not.operator.value`. */
export interface FilterSyntax {
  readonly kind: 'filter';
  readonly field: FieldSyntax;
  readonly negated: boolean;
  readonly test: Test;
}

/** `and(…)`, `not.or(…)`. */
interface LogicGroup {
  readonly kind: 'group';
  readonly operator: 'and' | 'or';
  readonly negated: boolean;
  readonly terms: readonly LogicSyntax[];
}

export type LogicSyntax = FilterSyntax | LogicGroup;

/** One term of `order`; with `relation` the field is that of an embedded to-one resource. */
export interface OrderSyntax {
  readonly relation: string | undefined;
  readonly field: FieldSyntax;
  readonly direction: 'asc' | 'desc' | undefined;
  readonly nulls: 'first' | 'last' | undefined;
}

/** Names of nested embeds, from the root down; empty for the root itself. */
export type EmbedPath = readonly string[];

/** A part of the query together with the embed that it is about. */
export interface AtPath<T> {
  readonly path: EmbedPath;
  readonly value: T;
}

/** `limit` and `offset` of one level; absent where not given (or not a number). */
export interface RangeSyntax {
  readonly limit: number | undefined;
  readonly offset: number;
}
