/** How a value of the log becomes JSON without asking Postgres; `sql` where only Postgres knows. */
export type JsonForm =
  | 'number'
  | 'boolean'
  | 'json'
  | 'text'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'bytea'
  | 'sql';

/** How two values compare in their logged text; `other` where only Postgres knows. */
export type Comparison = 'text' | 'integer' | 'decimal' | 'boolean' | 'uuid' | 'enum' | 'other';

/** A column as it is now. */
export interface CatalogColumn {
  readonly name: string;
  readonly number: number;
  /** `pg_type.typname`: what subscribers are told. */
  readonly typeName: string;
  /** The type as SQL writes it, with its modifier (`character(3)`). */
  readonly written: string;
  /** The same without modifier (`bpchar`): what a filter's value is read as. */
  readonly loose: string;
  readonly form: JsonForm;
  /** Of an array: the form of its elements. */
  readonly element?: JsonForm;
  readonly comparison: Comparison;
  readonly isKey: boolean;
  /** Whether images carry its text as JSON itself (`json`, `jsonb`). */
  readonly isJson: boolean;
  /** The expression of a generated column, which the log leaves out. */
  readonly generated?: string;
}

/** A SELECT policy. */
export interface CatalogPolicy {
  readonly oid: string;
  readonly isPermissive: boolean;
  /** Roles it is for; empty: everyone. */
  readonly roles: readonly string[];
  /** USING, as Postgres writes it with an empty search path. */
  readonly using: string;
  /** Numbers of the table's columns that it reads; undefined: possibly all. */
  readonly columns: readonly number[] | undefined;
  /** Whether it calls something that may depend on more than its arguments and the four `auth` functions. */
  readonly isOpaque: boolean;
  /** Tables it reads. */
  readonly relations: readonly string[];
  /** Whether one of them has row level security, or is no table. */
  readonly readsGuarded: boolean;
}

/** What visibility needs of a table, as it is now. A new object after every change of the schema. */
export interface TableCatalog {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly CatalogColumn[];
  readonly byName: ReadonlyMap<string, CatalogColumn>;
  readonly key: readonly string[];
  readonly isGuarded: boolean;
  readonly policies: readonly CatalogPolicy[];
}

/** What a role may do with a table, before any policy. */
export interface RoleAccess {
  readonly role: string;
  /** Row level security does not apply: bypassrls, superuser, or the table's owner without FORCE. */
  readonly isUnguarded: boolean;
  /** Names of the columns it may select. */
  readonly columns: ReadonlySet<string>;
  /** Policies that are for it. */
  readonly policies: readonly CatalogPolicy[];
  /** Whether it may select from every table that its policies read. */
  readonly mayReadRelations: boolean;
  /** Whether it may look into every schema that its policies name. */
  readonly mayUseSchemas: boolean;
}

/** A table of the publication. */
export interface PublishedTable {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
}
