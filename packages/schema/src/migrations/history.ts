import {
  arrayLiteral,
  type BatchStatement,
  type Database,
  quoteLiteral,
  raw,
  type Sql,
  sql,
} from '@plinth/postgres';
import type { ScriptStatement } from '../script/split-statements.ts';
import type { RecordedMigration } from './plan/plan-migrations.ts';

/** How long writing to the history waits for a lock, as the supabase CLI has it. */
export const historyLockTimeout = '4s';

/**
 * Says that the first start of a database has not come to its end: roles, migrations and seeds that are
 * still missing run at the next one. A comment, since the tables are the supabase CLI's.
 */
const unfinished = 'Plinth: the first start has not finished, seeds are still due';

/** What a database tells of the migrations it has seen. */
export interface HistoryState {
  /** True until the first run, with its seeds, has come to its end. */
  readonly firstRun: boolean;
  readonly migrations: readonly RecordedMigration[];
  /** Hash by path of the seed files that ran. */
  readonly seeds: ReadonlyMap<string, string>;
}

/** Reads the history; a database without one is fresh. */
export async function readHistory(owner: Database): Promise<HistoryState> {
  const [tables] = await owner.query<{
    history: boolean;
    seeds: boolean;
    marker: string | null;
  }>(sql`
    select to_regclass('supabase_migrations.schema_migrations') is not null as history,
           to_regclass('supabase_migrations.seed_files') is not null as seeds,
           obj_description(to_regclass('supabase_migrations.seed_files'), 'pg_class') as marker`);
  if (tables?.history !== true) return { firstRun: true, migrations: [], seeds: new Map() };
  const migrations = await owner.query<{ version: string; name: string | null }>(
    // Histories of old CLIs have no column `name`: read as part of the row, it is then NULL.
    sql`select version, to_jsonb(m) ->> 'name' as name from supabase_migrations.schema_migrations m order by version`,
  );
  const seeds = tables.seeds
    ? await owner.query<{ path: string; hash: string }>(
        sql`select path, hash from supabase_migrations.seed_files`,
      )
    : [];
  return {
    firstRun: tables.marker === unfinished,
    migrations,
    seeds: new Map(seeds.map(({ path, hash }) => [path, hash])),
  };
}

/** Makes the tables where they are missing, with the supabase CLI's names and columns. */
export function historyTables(): readonly Sql[] {
  return [
    sql`select pg_catalog.set_config('lock_timeout', ${historyLockTimeout}, true)`,
    sql`create schema if not exists supabase_migrations`,
    sql`create table if not exists supabase_migrations.schema_migrations (version text not null primary key)`,
    sql`alter table supabase_migrations.schema_migrations add column if not exists statements text[]`,
    sql`alter table supabase_migrations.schema_migrations add column if not exists name text`,
    sql`create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`,
  ];
}

/** Marks the database as one whose first run is at work. */
export function markFirstRun(): Sql {
  return sql`comment on table supabase_migrations.seed_files is ${raw(quoteLiteral(unfinished))}`;
}

/** Marks the first run as done: from now on no seed runs by itself. */
export function endFirstRun(): Sql {
  return sql`comment on table supabase_migrations.seed_files is null`;
}

/** Records a migration as applied. */
export function recordMigration(version: string, name: string, statements: readonly string[]): Sql {
  return sql`insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${version}, ${name}, ${arrayLiteral(statements)}::text[])`;
}

/** Records a seed file as run. */
export function recordSeed(path: string, hash: string): Sql {
  return sql`insert into supabase_migrations.seed_files (path, hash) values (${path}, ${hash})
    on conflict (path) do update set hash = excluded.hash`;
}

/** A statement of ours behind those of a file: as the login role again, waiting no longer than 4 s. */
export function bookkeeping(record: Sql): readonly BatchStatement[] {
  return [
    { text: 'reset role' },
    batched(sql`select pg_catalog.set_config('lock_timeout', ${historyLockTimeout}, true)`),
    batched(record),
  ];
}

/** A fragment as a statement of a batch. */
export function batched(statement: Sql): BatchStatement {
  const { text, values } = statement.render();
  return { text, values };
}

/** The texts that go into the history: each statement with the comments before it. */
export function recordedTexts(
  text: string,
  statements: readonly ScriptStatement[],
): readonly string[] {
  return statements.map(({ from, end }) => text.slice(from, end).trim());
}
