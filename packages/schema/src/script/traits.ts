import type { Node } from './parser.ts';

/** A statement about an extension as a whole. */
export type ExtensionStatement =
  | {
      readonly action: 'create';
      readonly name: string;
      readonly schema: string | null;
      readonly version: string | null;
      readonly cascade: boolean;
      readonly ifNotExists: boolean;
    }
  | {
      readonly action: 'drop';
      readonly names: readonly string[];
      readonly cascade: boolean;
      readonly ifExists: boolean;
    }
  | { readonly action: 'update'; readonly name: string; readonly version: string | null }
  | { readonly action: 'set schema'; readonly name: string; readonly schema: string }
  | { readonly action: 'comment'; readonly name: string; readonly comment: string | null };

/** What a statement's kind says about how it can run. */
export interface StatementTraits {
  /** BEGIN, COMMIT, SAVEPOINT…: the script manages its transactions itself. */
  readonly transactionControl: boolean;
  /** VACUUM, CREATE DATABASE, … CONCURRENTLY: Postgres refuses them inside a transaction block. */
  readonly standalone: boolean;
  /** A query by its form; what it calls may still write, unless the transaction is read only. */
  readonly query: boolean;
  readonly extension: ExtensionStatement | null;
}

/** Traits of a plain statement, such as an INSERT. */
export const plainTraits: StatementTraits = {
  transactionControl: false,
  standalone: false,
  query: false,
  extension: null,
};

/** Reads the traits off a parsed statement. */
export function traitsOf(node: Node): StatementTraits {
  return {
    transactionControl: 'TransactionStmt' in node,
    standalone: isStandalone(node),
    query: isQuery(node),
    extension: extensionStatement(node),
  };
}

const alwaysStandalone: ReadonlySet<string> = new Set([
  'CreatedbStmt',
  'DropdbStmt',
  'CreateTableSpaceStmt',
  'DropTableSpaceStmt',
  'AlterSystemStmt',
  'CreateSubscriptionStmt',
  'AlterSubscriptionStmt',
  'DropSubscriptionStmt',
  'DiscardStmt',
]);

function isStandalone(node: Node): boolean {
  if (alwaysStandalone.has(Object.keys(node)[0] ?? '')) return true;
  if ('VacuumStmt' in node) return node.VacuumStmt.is_vacuumcmd === true;
  if ('IndexStmt' in node) return node.IndexStmt.concurrent === true;
  if ('DropStmt' in node) return node.DropStmt.concurrent === true;
  if ('ClusterStmt' in node) return node.ClusterStmt.relation === undefined;
  if ('AlterDatabaseStmt' in node) return hasOption(node.AlterDatabaseStmt.options, 'tablespace');
  if ('ReindexStmt' in node) {
    const { kind, params } = node.ReindexStmt;
    const whole = kind === 'REINDEX_OBJECT_DATABASE' || kind === 'REINDEX_OBJECT_SYSTEM';
    return whole || kind === 'REINDEX_OBJECT_SCHEMA' || hasOption(params, 'concurrently');
  }
  if ('AlterTableStmt' in node) return (node.AlterTableStmt.cmds ?? []).some(detachesConcurrently);
  return false;
}

function detachesConcurrently(command: Node): boolean {
  if (!('AlterTableCmd' in command)) return false;
  const definition = command.AlterTableCmd.def;
  return (
    definition !== undefined &&
    'PartitionCmd' in definition &&
    definition.PartitionCmd.concurrent === true
  );
}

function isQuery(node: Node): boolean {
  if ('SelectStmt' in node) return node.SelectStmt.intoClause === undefined;
  return 'ExplainStmt' in node || 'VariableShowStmt' in node;
}

function extensionStatement(node: Node): ExtensionStatement | null {
  if ('CreateExtensionStmt' in node) {
    const { extname = '', if_not_exists = false, options } = node.CreateExtensionStmt;
    return {
      action: 'create',
      name: extname,
      schema: textOption(options, 'schema'),
      version: textOption(options, 'new_version'),
      cascade: hasOption(options, 'cascade'),
      ifNotExists: if_not_exists,
    };
  }
  if ('AlterExtensionStmt' in node) {
    const { extname = '', options } = node.AlterExtensionStmt;
    return { action: 'update', name: extname, version: textOption(options, 'new_version') };
  }
  if ('AlterObjectSchemaStmt' in node) {
    const { objectType, object, newschema = '' } = node.AlterObjectSchemaStmt;
    const name = text(object);
    if (objectType !== 'OBJECT_EXTENSION' || name === null) return null;
    return { action: 'set schema', name, schema: newschema };
  }
  if ('CommentStmt' in node) {
    const { objtype, object, comment = null } = node.CommentStmt;
    const name = text(object);
    if (objtype !== 'OBJECT_EXTENSION' || name === null) return null;
    return { action: 'comment', name, comment };
  }
  return droppedExtensions(node);
}

function droppedExtensions(node: Node): ExtensionStatement | null {
  if (!('DropStmt' in node) || node.DropStmt.removeType !== 'OBJECT_EXTENSION') return null;
  const { objects = [], behavior, missing_ok = false } = node.DropStmt;
  const names = objects.map(text).filter((name) => name !== null);
  return { action: 'drop', names, cascade: behavior === 'DROP_CASCADE', ifExists: missing_ok };
}

function text(node: Node | undefined): string | null {
  return node !== undefined && 'String' in node ? (node.String.sval ?? '') : null;
}

function option(options: readonly Node[] | undefined, name: string): Node | undefined {
  return options?.find((each) => 'DefElem' in each && each.DefElem.defname === name);
}

function hasOption(options: readonly Node[] | undefined, name: string): boolean {
  return option(options, name) !== undefined;
}

function textOption(options: readonly Node[] | undefined, name: string): string | null {
  const found = option(options, name);
  return found !== undefined && 'DefElem' in found ? text(found.DefElem.arg) : null;
}
