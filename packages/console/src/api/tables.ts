/** GET /console/v1/projects/:ref/schemas */
export interface SchemaSummary {
  readonly name: string;
  /** True for Postgres' and Plinth's own, shown apart and read only. */
  readonly system: boolean;
  readonly tableCount: number;
}

export type TableKind =
  | 'table'
  | 'partitioned table'
  | 'view'
  | 'materialized view'
  | 'foreign table';

/** GET /console/v1/projects/:ref/tables?schema=public: sorted by name. */
export interface TableSummary {
  /** Postgres' oid: the id in the URLs below. */
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
  readonly comment: string | null;
  readonly rlsEnabled: boolean;
  readonly policyCount: number;
  /** Planner's estimate; null before the first analyze. */
  readonly estimatedRows: number | null;
  /** Bytes with indexes and TOAST. */
  readonly size: number;
}

/** GET /console/v1/projects/:ref/tables/:id */
export interface TableDetails extends TableSummary {
  readonly columns: readonly Column[];
  /** Names of the primary key's columns in key order; empty where there is none. */
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Foreign keys of other tables that point here. */
  readonly referencedBy: readonly ForeignKey[];
  readonly policies: readonly Policy[];
  /** False for views that cannot take writes, and for tables without a key to name a row by. */
  readonly editable: boolean;
}

export interface Column {
  readonly name: string;
  /** As format_type() writes it: `character varying(20)`, `integer[]`. */
  readonly type: string;
  /** Decides how a cell is shown and edited. */
  readonly category:
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
  readonly enumValues: readonly string[] | null;
  readonly nullable: boolean;
  /** The default expression as SQL; null where there is none. */
  readonly default: string | null;
  readonly identity: 'always' | 'by default' | null;
  readonly generated: boolean;
  readonly unique: boolean;
  readonly comment: string | null;
}

export interface ForeignKey {
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

export type ReferentialAction = 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default';

export interface Policy {
  readonly name: string;
  readonly command: 'all' | 'select' | 'insert' | 'update' | 'delete';
  readonly permissive: boolean;
  readonly roles: readonly string[];
  readonly using: string | null;
  readonly check: string | null;
}

/** GET /console/v1/projects/:ref/types: what the type field offers. */
export interface TypeChoice {
  /** As it is written in SQL, schema-qualified where needed. */
  readonly name: string;
  readonly description: string;
  readonly group: 'common' | 'number' | 'text' | 'time' | 'other' | 'enum';
}

/**
 * POST /console/v1/projects/:ref/tables/preview answers `{ sql }`;
 * POST /console/v1/projects/:ref/tables runs it, records it as a migration, answers TableDetails (201).
 */
export interface NewTable {
  readonly schema: string;
  readonly name: string;
  readonly comment?: string;
  /** Row level security; on unless it is said otherwise. */
  readonly rlsEnabled: boolean;
  readonly columns: readonly NewColumn[];
  readonly foreignKeys: readonly NewForeignKey[];
}

export interface NewColumn {
  readonly name: string;
  /** One of the TypeChoice names, with `[]` behind it for an array. */
  readonly type: string;
  /** A default: an SQL expression, or a text to be quoted. */
  readonly default?: { readonly kind: 'expression' | 'literal'; readonly value: string };
  readonly identity?: boolean;
  readonly primaryKey: boolean;
  readonly nullable: boolean;
  readonly unique: boolean;
}

export interface NewForeignKey {
  readonly columns: readonly string[];
  readonly targetSchema: string;
  readonly targetTable: string;
  readonly targetColumns: readonly string[];
  readonly onDelete: ReferentialAction;
  readonly onUpdate: ReferentialAction;
}

/** A change of the schema: the statement that ran and the migration file it was written to. */
export interface SchemaChange {
  readonly sql: string;
  /** `supabase/migrations/<version>_<name>.sql`, relative to the project folder; null where that is read only. */
  readonly migration: string | null;
}

/** DELETE /console/v1/projects/:ref/tables/:id with `{ name, cascade }`; `name` must be the table's. */
export interface DropTable {
  readonly name: string;
  readonly cascade: boolean;
}
