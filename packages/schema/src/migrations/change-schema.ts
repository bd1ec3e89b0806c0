import type { Clock } from '@plinth/kernel';
import { ConnectionError, type Database, sql, type Transaction } from '@plinth/postgres';
import { schemaError } from '../errors.ts';
import type { ProjectFiles } from '../files/project-files.ts';
import { splitStatements } from '../script/split-statements.ts';
import { historyLockTimeout, historyTables, recordedTexts, recordMigration } from './history.ts';
import { transactionLock } from './migration-lock.ts';
import { migrationPath, migrationsFolder } from './plan/migration-file.ts';
import { fileSlug, nextVersion } from './plan/migration-version.ts';

/** Where a change of the schema is made and written down. */
export interface SchemaTarget {
  /** Logged in as `postgres`. */
  readonly owner: Database;
  /** Null where the server has no project folder of this project. */
  readonly files: ProjectFiles | null;
  readonly clock: Clock;
}

export interface SchemaChangeInput {
  /** What the change does, in a few words: becomes the name of the file. */
  readonly name: string;
  readonly sql: string;
}

/** A change of the schema that was made. */
export interface SchemaChangeResult {
  readonly sql: string;
  readonly version: string;
  /** Path of the migration file, relative to the project folder; null where none could be written. */
  readonly migration: string | null;
}

/** How long a change may wait for a lock and run; nobody waits longer in front of a form. */
const limits = { lock_timeout: '10s', statement_timeout: '60s' };

/** Attempts to find a version that no one else takes in the same moment. */
const attempts = 20;

/**
 * Runs SQL and records it as a migration, in one transaction: afterwards the database, its history and the
 * folder say the same. Throws PostgresError where the SQL fails; then nothing has happened.
 */
export async function changeSchema(
  target: SchemaTarget,
  change: SchemaChangeInput,
): Promise<SchemaChangeResult> {
  let written: string | null = null;
  try {
    return await target.owner.transaction(async (transaction) => {
      await prepare(transaction);
      await transaction.script(change.sql);
      const { version, path } = await writeFile(transaction, target, change);
      written = path;
      await record(transaction, version, change);
      return { sql: change.sql, version, migration: path };
    });
  } catch (error) {
    // After a lost connection the change may have been committed; the next start compares file and history.
    if (written !== null && !(error instanceof ConnectionError))
      await target.files?.remove(written);
    throw error;
  }
}

async function prepare(transaction: Transaction): Promise<void> {
  for (const [name, value] of Object.entries(limits)) {
    await transaction.query(sql`select pg_catalog.set_config(${name}, ${value}, true)`);
  }
  await transaction.query(transactionLock());
  const [known] = await transaction.query<{ known: boolean }>(
    sql`select to_regclass('supabase_migrations.seed_files') is not null as known`,
  );
  if (known?.known === true) return;
  for (const statement of historyTables()) await transaction.query(statement);
}

/** The file is there before the commit: should the server die in between, the next start applies it. */
async function writeFile(
  transaction: Transaction,
  { files, clock }: SchemaTarget,
  { name, sql: text }: SchemaChangeInput,
): Promise<{ readonly version: string; readonly path: string | null }> {
  const rows = await transaction.query<{ version: string }>(
    sql`select version from supabase_migrations.schema_migrations`,
  );
  const recorded = rows.map(({ version }) => version);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const fileNames = (await files?.list(migrationsFolder)) ?? [];
    const version = nextVersion(clock.now(), fileNames, recorded);
    const path = migrationPath({ fileName: `${version}_${fileSlug(name)}.sql` });
    const written = (await files?.create(path, endWithNewline(text))) ?? 'read only';
    if (written !== 'exists') return { version, path: written === 'created' ? path : null };
  }
  throw schemaError('version_taken');
}

async function record(
  transaction: Transaction,
  version: string,
  { name, sql: text }: SchemaChangeInput,
): Promise<void> {
  const script = await splitStatements(text);
  await transaction.query(sql`reset role`);
  await transaction.query(
    sql`select pg_catalog.set_config('lock_timeout', ${historyLockTimeout}, true)`,
  );
  await transaction.query(
    recordMigration(version, fileSlug(name), recordedTexts(script.text, script.statements)),
  );
}

function endWithNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
