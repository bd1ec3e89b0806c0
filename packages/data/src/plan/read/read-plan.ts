import type { QualifiedName } from '../../catalog/names.ts';
import type { Aggregate, JsonStep, Slot, Test } from '../../parse/syntax.ts';

/** A column, a path into its JSON, and what has to be done with it where it stands. */
export interface PlannedField {
  readonly column: string;
  readonly path: readonly JsonStep[];
  /** A path into something that is not JSON: it is made into JSON first. */
  readonly toJson: boolean;
  /** Full-text search in something that is no tsvector: it is made into one first. */
  readonly toTsvector: { readonly language: string | undefined } | undefined;
  /**
   * Function (as SQL) of a data representation: applied to the column where it is selected, to the value
   * where it is compared.
   */
  readonly transform: string | undefined;
}

/** A column of the result. */
export interface PlannedColumn {
  readonly field: PlannedField;
  readonly alias: string | undefined;
  readonly cast: string | undefined;
  readonly aggregate: Aggregate | undefined;
  readonly aggregateCast: string | undefined;
  /** Stands for the row as a whole: `count()` of a spread counts its rows, not those of the parent. */
  readonly wholeRow: boolean;
}

export type Condition =
  | {
      readonly kind: 'group';
      readonly operator: 'and' | 'or';
      readonly negated: boolean;
      readonly terms: readonly Condition[];
    }
  | {
      readonly kind: 'test';
      readonly field: PlannedField;
      readonly negated: boolean;
      readonly test: Test;
    }
  /** Whether an embed has any rows. */
  | { readonly kind: 'embed'; readonly embed: EmbedPlan; readonly present: boolean };

export interface OrderTerm {
  /** Alias of the to-one embed whose column it is; undefined for a column of the relation itself. */
  readonly embedAlias: string | undefined;
  readonly field: PlannedField;
  readonly direction: 'asc' | 'desc' | undefined;
  readonly nulls: 'first' | 'last' | undefined;
}

/** Two columns, by the aliases of their relations, that must be equal. */
export interface JoinCondition {
  readonly left: readonly [alias: string, column: string];
  readonly right: readonly [alias: string, column: string];
}

export type ReadSource =
  /** The rows of the statement's write or call. */
  | { readonly kind: 'result' }
  | {
      readonly kind: 'relation';
      readonly name: QualifiedName;
      readonly junction: { readonly name: QualifiedName; readonly alias: string } | undefined;
      readonly joins: readonly JoinCondition[];
    }
  /** A computed relationship: a function of the parent's row. */
  | {
      readonly kind: 'function';
      readonly name: QualifiedName;
      readonly argument: string;
      readonly argumentType: QualifiedName;
    };

/** A number of rows: a value of the request, or one that the settings fix. */
export type Bound = { readonly slot: Slot } | { readonly fixed: number };

/** One level of a read: everything that one SELECT does. */
export interface ReadPlan {
  readonly source: ReadSource;
  /** How the relation is called in SQL. */
  readonly alias: string;
  /** Empty together with `embeds` where nothing was selected: then all columns stand in. */
  readonly columns: readonly PlannedColumn[];
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly limit: Bound | undefined;
  readonly offset: Bound | undefined;
  readonly embeds: readonly EmbedPlan[];
  /** Columns that only an enclosing aggregate orders by. */
  readonly orderColumns: readonly OrderColumn[];
}

/** A column selected so that a to-many spread can order its arrays by it. */
interface OrderColumn {
  readonly term: OrderTerm;
  readonly alias: string;
}

/** How the rows of an embed stand in the result of the level above. */
type EmbedShape = 'object' | 'array' | 'spreadObject' | 'spreadArrays';

/** A column that a spread gives to the level above. */
export interface SpreadColumn {
  /** Its name in the embed's rows. */
  readonly name: string;
  /** An aggregate that was written inside the spread and is worked out above. */
  readonly aggregate: Aggregate | undefined;
  readonly aggregateCast: string | undefined;
  readonly alias: string | undefined;
}

export interface EmbedPlan {
  readonly shape: EmbedShape;
  /** Its key in the result. */
  readonly name: string;
  /** How its rows are called in the SQL of the level above. */
  readonly alias: string;
  /** Rows of the level above without any of its rows are left out. */
  readonly inner: boolean;
  /** Joined, but nothing of it is selected. */
  readonly hidden: boolean;
  readonly spread: readonly SpreadColumn[];
  readonly plan: ReadPlan;
}
