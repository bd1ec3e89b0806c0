import { type BatchStatement, type Sql, sql } from '@plinth/postgres';
import type { ExtensionStatement } from '../script/traits.ts';
import type { ExtensionCatalog } from './extension-catalog.ts';

/** What becomes of a statement about an extension. */
export type ExtensionPlan =
  | { readonly kind: 'as it is' }
  /** Runs through a function that holds the rights for it. */
  | { readonly kind: 'helped'; readonly statement: BatchStatement }
  /** This server has no such extension. */
  | { readonly kind: 'unavailable'; readonly names: readonly string[] };

const asItIs: ExtensionPlan = { kind: 'as it is' };

/**
 * Decides how the owner's statement about an extension runs: as it is where Postgres lets the owner of a
 * database do it, through schema `plinth`'s functions where it takes a superuser and the extension is on
 * the list of harmless ones. What is on neither side fails with Postgres' own message.
 */
export function planExtension(
  statement: ExtensionStatement,
  catalog: ExtensionCatalog,
): ExtensionPlan {
  const names = statement.action === 'drop' ? statement.names : [statement.name];
  const missing = names.filter((name) => !catalog.extensions.has(name));
  if (missing.length > 0) {
    const isHarmless = statement.action === 'drop' && statement.ifExists;
    return isHarmless ? asItIs : { kind: 'unavailable', names: missing };
  }
  const helped = names.some((name) => needsHelp(name, catalog));
  if (!helped || names.length > 1) return asItIs;
  const { text, values } = helpFor(statement, catalog).render();
  return { kind: 'helped', statement: { text, values } };
}

function needsHelp(name: string, { extensions, manageable }: ExtensionCatalog): boolean {
  const extension = extensions.get(name);
  if (extension === undefined || !manageable.has(name)) return false;
  return !extension.trusted || extension.foreignOwned;
}

function helpFor(statement: ExtensionStatement, { extensions }: ExtensionCatalog): Sql {
  switch (statement.action) {
    case 'create': {
      const { name, schema, version, cascade, ifNotExists } = statement;
      const fixed = extensions.get(name)?.fixedSchema ?? null;
      const target =
        fixed === null
          ? sql`coalesce(${schema}, pg_catalog.current_schema()::text, 'extensions')`
          : sql`null`;
      return sql`select plinth.create_extension(${name}, ${target}, ${version}, ${cascade}, ${ifNotExists})`;
    }
    case 'drop':
      return sql`select plinth.drop_extension(${statement.names[0] ?? ''}, ${statement.cascade}, ${statement.ifExists})`;
    case 'update':
      return sql`select plinth.update_extension(${statement.name}, ${statement.version})`;
    case 'set schema':
      return sql`select plinth.set_extension_schema(${statement.name}, ${statement.schema})`;
    case 'comment':
      return sql`select plinth.comment_on_extension(${statement.name}, ${statement.comment})`;
  }
}
