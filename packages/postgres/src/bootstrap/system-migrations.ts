import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { despiteCollisions } from './collisions.ts';

/** One step of a service's own tables. Never changed once released: a later step corrects it. */
export interface SystemMigration {
  /** Sorts the steps: `0001`, `0002`… */
  readonly version: string;
  readonly name: string;
  readonly sql: string;
}

/** All steps of one service, in order. */
export interface SystemMigrations {
  readonly service: string;
  readonly migrations: readonly SystemMigration[];
}

/** Number of the advisory lock under which a database is brought up to date. */
const lock = 7_081_054_322;

const bookkeeping = `
  create schema if not exists plinth;
  create table if not exists plinth.system_migrations (
    service text not null,
    version text not null,
    name text not null,
    applied_at timestamptz not null default now(),
    primary key (service, version)
  );
`;

/**
 * Applies the steps that a database does not have yet, all in one transaction under a lock: two
 * servers that start at once wait for each other, and an interrupted start leaves the database as it was.
 * Must run as a superuser. Gives the number of steps applied.
 */
export async function applySystemMigrations(
  database: Database,
  sets: readonly SystemMigrations[],
): Promise<number> {
  return despiteCollisions(() =>
    database.transaction((transaction) => applyAll(transaction, sets)),
  );
}

async function applyAll(
  transaction: Transaction,
  sets: readonly SystemMigrations[],
): Promise<number> {
  await transaction.query(sql`select pg_advisory_xact_lock(${lock})`);
  await transaction.script(bookkeeping);
  const done = await transaction.query<{ service: string; version: string }>(
    sql`select service, version from plinth.system_migrations`,
  );
  const applied = new Set(done.map(({ service, version }) => `${service}/${version}`));
  let count = 0;
  for (const { service, migrations } of sets) {
    for (const migration of migrations) {
      if (applied.has(`${service}/${migration.version}`)) continue;
      await applyOne(transaction, service, migration);
      count += 1;
    }
  }
  return count;
}

async function applyOne(
  transaction: Transaction,
  service: string,
  { version, name, sql: text }: SystemMigration,
): Promise<void> {
  await transaction.script('reset all; reset role');
  await transaction.script(text);
  await transaction.query(
    sql`insert into plinth.system_migrations (service, version, name) values (${service}, ${version}, ${name})`,
  );
}
