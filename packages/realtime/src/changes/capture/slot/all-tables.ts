import { type Database, PostgresError, sql } from '@plinth/postgres';
import { CaptureError } from '../capture-error.ts';
import script from './all-tables.sql';

/** Number of the advisory lock under which they are made and removed. */
const lock = 7_081_054_324;

const removal = `
  drop event trigger if exists plinth_publish_all_tables;
  drop publication if exists plinth_realtime_all;
  drop publication if exists plinth_realtime_inserts;
  drop function if exists plinth.publish_all_tables_after_ddl();
  drop function if exists plinth.publish_all_tables();
  drop table if exists plinth.realtime_published;
`;

/** Every change of the tables that identify their rows; new rows alone of the others. */
export const allTablesPublications: readonly string[] = [
  'plinth_realtime_all',
  'plinth_realtime_inserts',
];

/**
 * Publishes every ordinary table of the schemas that none of `publications` has, now and after each DDL. Gives the
 * publications that do it. Throws CaptureError where the server may not.
 */
export async function publishAllTables(
  database: Database,
  schemas: readonly string[],
  publications: readonly string[],
): Promise<readonly string[]> {
  try {
    await database.transaction(async (transaction) => {
      await transaction.query(sql`select pg_advisory_xact_lock(${lock})`);
      await transaction.script(script);
      await transaction.query(sql`delete from plinth.realtime_published`);
      await transaction.query(sql`
        insert into plinth.realtime_published (schemas, publications) values (${schemas}, ${publications})`);
      await transaction.query(sql`select plinth.publish_all_tables()`);
    });
  } catch (error) {
    if (!isRefused(error)) throw error;
    throw new CaptureError(
      'all_tables',
      `Publishing every table takes a superuser, which the server is not here. Set realtime.publish to "publication" and add tables to supabase_realtime. Postgres said: ${error.message}`,
      { cause: error },
    );
  }
  return allTablesPublications;
}

/**
 * Takes back what publishAllTables made, where it was. Nobody reads it any more: where the server may not (it has lost
 * its rights since) it stays.
 */
export async function unpublishAllTables(database: Database): Promise<readonly []> {
  const [row] = await database.query<{ readonly found: boolean }>(
    sql`select exists (select from pg_publication where pubname = any(${allTablesPublications})) as found`,
  );
  if (row?.found !== true) return [];
  try {
    await database.transaction(async (transaction) => {
      await transaction.query(sql`select pg_advisory_xact_lock(${lock})`);
      await transaction.script(removal);
    });
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  return [];
}

function isRefused(error: unknown): error is Error {
  return error instanceof PostgresError && error.code === '42501';
}
