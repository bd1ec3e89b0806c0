import type { Claims } from '@plinth/kernel';
import type { RowImage } from '../../row-image.ts';

/** True, false, or null for SQL's unknown. */
export type Truth = boolean | null;

/** What an expression depends on. */
export interface Reads {
  readonly row: boolean;
  readonly claims: boolean;
}

/** Types that are compared in their text. */
export type ValueType = 'text' | 'uuid' | 'integer' | 'decimal' | 'boolean' | `enum ${string}`;

/** A value; null is SQL's. A boolean is `t` or `f`. */
export interface Operand {
  readonly type: ValueType;
  readonly reads: Reads;
  /** Throws Unsuitable where the claims hold something that only Postgres can read. */
  value(image: RowImage | undefined, claims: Claims): string | null;
}

/** Claims that hold something that only Postgres can read, or would refuse. */
export class Unsuitable extends Error {}

/** A value that the image does not have. */
export class Incomplete extends Error {}

/** A condition of a policy, as a tree of AND and OR over tests. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly reads: Reads; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly reads: Reads; readonly part: Condition }
  | {
      readonly kind: 'test';
      readonly reads: Reads;
      test(image: RowImage | undefined, claims: Claims): Truth;
      readonly operands: readonly Operand[];
      /** Set for `row = claim`, which an index can answer. */
      readonly equal?: { readonly row: Operand; readonly claims: Operand };
    };

/** What a value that is missing leaves unknown. */
export function orUnknown<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Incomplete) return null;
    throw error;
  }
}

/** Evaluates with SQL's three values. A missing value makes what depends on it unknown, which hides the row. */
export function evaluate(condition: Condition, image: RowImage | undefined, claims: Claims): Truth {
  switch (condition.kind) {
    case 'test':
      return orUnknown(() => condition.test(image, claims));
    case 'not': {
      const inner = evaluate(condition.part, image, claims);
      return inner === null ? null : !inner;
    }
    default: {
      const decisive = condition.kind === 'or';
      let result: Truth = !decisive;
      for (const part of condition.parts) {
        const truth = evaluate(part, image, claims);
        if (truth === decisive) return decisive;
        if (truth === null) result = null;
      }
      return result;
    }
  }
}

export function bothRead(parts: readonly { readonly reads: Reads }[]): Reads {
  return {
    row: parts.some(({ reads }) => reads.row),
    claims: parts.some(({ reads }) => reads.claims),
  };
}

/** Reads everything that a condition takes from the claims. Throws Unsuitable. */
export function readClaims(condition: Condition, claims: Claims): readonly (string | null)[] {
  if (condition.kind === 'not') return readClaims(condition.part, claims);
  if (condition.kind !== 'test') return condition.parts.flatMap((part) => readClaims(part, claims));
  return condition.operands
    .filter(({ reads }) => reads.claims)
    .map((operand) => operand.value(undefined, claims));
}
