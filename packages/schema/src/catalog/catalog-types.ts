/** What a relation is. */
export type TableKind =
  | 'table'
  | 'partitioned table'
  | 'view'
  | 'materialized view'
  | 'foreign table';

/** A schema and how many relations it holds. */
export interface SchemaEntry {
  readonly name: string;
  /** Postgres' and Plinth's own. */
  readonly system: boolean;
  readonly tableCount: number;
}

/** A relation in a list. */
export interface TableEntry {
  /** Its oid. */
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
  readonly comment: string | null;
  readonly rlsEnabled: boolean;
  readonly policyCount: number;
  /** The planner's; null for views and before the first analyze. */
  readonly estimatedRows: number | null;
  /** Bytes, with indexes, TOAST and partitions. */
  readonly size: number;
}

/** A relation with all that belongs to it. */
export interface TableEntryDetails extends TableEntry {
  readonly columns: readonly ColumnEntry[];
  /** In key order; empty where there is none. */
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKeyEntry[];
  readonly referencedBy: readonly ForeignKeyEntry[];
  readonly policies: readonly PolicyEntry[];
}

/** How a value of a column is shown and edited. */
export type ColumnCategory =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'json'
  | 'uuid'
  | 'array'
  | 'enum'
  | 'bytes'
  | 'other';

export interface ColumnEntry {
  readonly name: string;
  /** As format_type() writes it. */
  readonly type: string;
  readonly category: ColumnCategory;
  readonly enumValues: readonly string[] | null;
  readonly nullable: boolean;
  /** SQL of the default, or of what a generated column holds. */
  readonly default: string | null;
  readonly identity: 'always' | 'by default' | null;
  readonly generated: boolean;
  /** By itself, through a constraint or an index over all rows. */
  readonly unique: boolean;
  readonly comment: string | null;
}

export type ReferentialAction = 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default';

export interface ForeignKeyEntry {
  readonly name: string;
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly targetTableId: number;
  readonly targetSchema: string;
  readonly targetTable: string;
  readonly targetColumns: readonly string[];
  readonly onDelete: ReferentialAction;
  readonly onUpdate: ReferentialAction;
}

export interface PolicyEntry {
  readonly name: string;
  readonly command: 'all' | 'select' | 'insert' | 'update' | 'delete';
  readonly permissive: boolean;
  readonly roles: readonly string[];
  readonly using: string | null;
  readonly check: string | null;
}

/** A type that a new column can have. */
export interface TypeEntry {
  /** As it is written in SQL, schema-qualified where it is not Postgres' own. */
  readonly name: string;
  readonly description: string;
  readonly group: 'common' | 'number' | 'text' | 'time' | 'other' | 'enum';
}
