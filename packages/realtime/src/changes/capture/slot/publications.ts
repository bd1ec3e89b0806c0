import { type Database, ident, PostgresError, sql } from '@plinth/postgres';
import { CaptureError } from '../capture-error.ts';

/**
 * Makes the publications that are missing, empty and the database owner's: without one the whole log cannot be read.
 * Throws CaptureError where the server may not.
 */
export async function ensurePublications(
  database: Database,
  names: readonly string[],
): Promise<void> {
  const found = await database.query<{ readonly pubname: string }>(
    sql`select pubname from pg_publication where pubname = any(${names})`,
  );
  const existing = new Set(found.map(({ pubname }) => pubname));
  for (const name of names) if (!existing.has(name)) await make(database, name);
}

async function make(database: Database, name: string): Promise<void> {
  try {
    await database.query(sql`create publication ${ident(name)}`);
  } catch (error) {
    const code = error instanceof PostgresError ? error.code : undefined;
    // Another server, or the user, was faster.
    if (code === '42710' || code === '23505') return;
    if (code !== '42501') throw error;
    throw new CaptureError(
      'publication_missing',
      `The publication ${name} is missing and the server may not make it. Run: create publication ${name};`,
      { cause: error },
    );
  }
  await giveToOwner(database, name);
}

/** Who owns the database adds tables to it; without the right to give it away it stays the server's. */
async function giveToOwner(database: Database, name: string): Promise<void> {
  const [row] = await database.query<{ readonly owner: string }>(
    sql`select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()`,
  );
  try {
    await database.query(
      sql`alter publication ${ident(name)} owner to ${ident(row?.owner ?? 'postgres')}`,
    );
  } catch (error) {
    if (!(error instanceof PostgresError)) throw error;
  }
}
