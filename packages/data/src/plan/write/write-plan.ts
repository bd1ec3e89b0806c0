import type { QualifiedName } from '../../catalog/names.ts';
import type { Condition } from '../read/read-plan.ts';

/** A column that the body gives values for. */
export interface BodyColumn {
  readonly name: string;
  /** Type in which the value is read from the JSON. */
  readonly type: string;
  /** Function (as SQL) of a data representation that makes the column's value of it. */
  readonly transform: string | undefined;
  /** Expression of the column's default, where it has one. */
  readonly default: string | null;
}

/** Columns and rows of a JSON body. */
export interface BodyPlan {
  readonly columns: readonly BodyColumn[];
  /** One object, not an array of them. */
  readonly isObject: boolean;
  /** Keys that an object lacks get the default of their column, not null. */
  readonly applyDefaults: boolean;
}

/** What to do with rows that exist already. */
export interface ConflictPlan {
  readonly columns: readonly string[];
  readonly merge: boolean;
}

/** Columns that a write gives back: some, all (`*`), or none at all. */
export type Returning = readonly string[];

export interface InsertPlan {
  readonly kind: 'insert';
  readonly table: QualifiedName;
  readonly body: BodyPlan;
  readonly conflict: ConflictPlan | undefined;
  /** PUT: conditions that the body must satisfy, since its URL says so. */
  readonly matching: readonly Condition[];
  readonly returning: Returning;
  /** Whether inserted rows have to be told from updated ones. */
  readonly countsInserted: boolean;
}

export interface UpdatePlan {
  readonly kind: 'update';
  readonly table: QualifiedName;
  readonly body: BodyPlan;
  readonly conditions: readonly Condition[];
  readonly returning: Returning;
}

export interface DeletePlan {
  readonly kind: 'delete';
  readonly table: QualifiedName;
  readonly conditions: readonly Condition[];
  readonly returning: Returning;
}

export type WritePlan = InsertPlan | UpdatePlan | DeletePlan;
