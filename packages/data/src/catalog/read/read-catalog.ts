import type { Database, Statement } from '@plinth/postgres';
import { arrayLiteral, quoteIdentifier } from '@plinth/postgres';
import type { QualifiedName } from '../names.ts';
import type { RawCatalog } from './raw-catalog.ts';
import computedSql from './sql/computed-relationships.sql';
import functionsSql from './sql/functions.sql';
import inDatabaseSettingsSql from './sql/in-database-settings.sql';
import keysSql from './sql/keys.sql';
import handlersSql from './sql/media-handlers.sql';
import representationsSql from './sql/representations.sql';
import rolesSql from './sql/roles.sql';
import sessionSettingsSql from './sql/session-settings.sql';
import tablesSql from './sql/tables.sql';
import viewsSql from './sql/views.sql';

/** Which schemas are read, and which settings of functions are lifted to their transaction. */
export interface CatalogScope {
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  readonly hoistedSettings: readonly string[];
}

/**
 * Reads the whole catalog in one round trip and one snapshot's worth of time. The search path is empty,
 * so that Postgres writes every name with its schema.
 */
export async function readCatalog(database: Database, scope: CatalogScope): Promise<RawCatalog> {
  const schemas = arrayLiteral(scope.schemas);
  const withExtra = arrayLiteral([...new Set([...scope.schemas, ...scope.extraSearchPath])]);
  const texts = await readDocuments(database, [
    { text: tablesSql, values: [schemas] },
    { text: keysSql },
    { text: viewsSql, values: [withExtra] },
    { text: functionsSql, values: [schemas, arrayLiteral(scope.hoistedSettings)] },
    { text: computedSql },
    { text: representationsSql },
    { text: handlersSql, values: [schemas] },
    { text: rolesSql },
  ]);
  const [tables, keys, views, functions, computed, representations, handlers, roles] = texts;
  const catalog = { tables, keys, views, functions, computed, representations, handlers, roles };
  return catalog as unknown as RawCatalog;
}

/**
 * Settings of the login role whose names begin with `pgrst.`, without that prefix. `preConfig` is a
 * function to be called first; what it sets of `names` counts where the role itself sets nothing.
 */
export async function readInDatabaseSettings(
  database: Database,
  names: readonly string[],
  preConfig: QualifiedName | undefined,
): Promise<Readonly<Record<string, string>>> {
  const own = { text: inDatabaseSettingsSql };
  if (preConfig === undefined) {
    const [settings] = await readDocuments(database, [own]);
    return withoutPrefix(settings as Record<string, string>);
  }
  const [, set, settings] = await readDocuments(database, [
    { text: `select null from ${quoteName(preConfig)}()` },
    { text: sessionSettingsSql, values: [arrayLiteral(names.map((name) => `pgrst.${name}`))] },
    own,
  ]);
  return withoutPrefix({ ...(set as object), ...(settings as object) });
}

function quoteName({ schema, name }: QualifiedName): string {
  return schema === ''
    ? quoteIdentifier(name)
    : `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

function withoutPrefix(settings: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(settings);
  return Object.fromEntries(entries.map(([name, value]) => [name.replace(/^pgrst\./, ''), value]));
}

/** Statements that each give one JSON document, as the login role. */
async function readDocuments(
  database: Database,
  statements: readonly Statement[],
): Promise<readonly unknown[]> {
  const role = database.connection.user;
  const results = await database.request(
    { role, settings: [['search_path', '']] },
    statements.map((statement) => ({ ...statement, prepare: false })),
    { readOnly: true },
  );
  return results.map(({ rows }) => parseDocument(rows[0]?.[0]));
}

function parseDocument(text: string | null | undefined): unknown {
  return text === null || text === undefined || text === '' ? undefined : JSON.parse(text);
}
