/** An expression of the small grammar that policies are mostly written in. */
export type Expression =
  | { readonly kind: 'string' | 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean | null }
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string }
  | { readonly kind: 'cast'; readonly value: Expression; readonly type: string }
  | {
      readonly kind: 'operation';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'any'; readonly left: Expression; readonly items: readonly Expression[] }
  | {
      readonly kind: 'is';
      readonly value: Expression;
      readonly what: 'NULL' | 'TRUE' | 'FALSE' | 'UNKNOWN';
      readonly isNegated: boolean;
    }
  | { readonly kind: 'not'; readonly value: Expression }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] };
