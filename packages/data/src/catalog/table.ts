import type { QualifiedName } from './names.ts';

/** A column as planning needs it; all else that OpenAPI shows is asked for when it is shown. */
export interface Column {
  readonly name: string;
  /** Type without its modifier; the base type where it is a domain over a built-in one. */
  readonly type: string;
  /** Type as it was declared: `character varying(10)`, `public.color`. */
  readonly nominalType: string;
  /** Expression of the default, ready to be put into SQL. */
  readonly default: string | null;
}

/** A table, view, materialized view or foreign table of an exposed schema. */
export interface Table extends QualifiedName {
  readonly oid: number;
  readonly isView: boolean;
  readonly canInsert: boolean;
  readonly canUpdate: boolean;
  readonly canDelete: boolean;
  /** Sorted by name. */
  readonly primaryKey: readonly string[];
  readonly columns: readonly Column[];
}

/** The column of a name; undefined where the table has none such. */
export function columnOf(table: Table | undefined, name: string): Column | undefined {
  return table?.columns.find((column) => column.name === name);
}
