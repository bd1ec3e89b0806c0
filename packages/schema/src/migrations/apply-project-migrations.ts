import type { Logger } from '@plinth/kernel';
import { type Database, Session } from '@plinth/postgres';
import type { ProjectFiles } from '../files/project-files.ts';
import {
  batched,
  bookkeeping,
  endFirstRun,
  type HistoryState,
  historyTables,
  markFirstRun,
  readHistory,
  recordedTexts,
  recordMigration,
  recordSeed,
} from './history.ts';
import { withMigrationLock } from './migration-lock.ts';
import { migrationPath, migrationsFolder } from './plan/migration-file.ts';
import {
  type PendingMigration,
  planMigrations,
  type SchemaWarning,
} from './plan/plan-migrations.ts';
import { mustSucceed, type RunContext, runFile } from './run-file.ts';
import { runRoles } from './run-roles.ts';
import { findSeeds, readSeed } from './seed-files.ts';

export interface ApplyOptions {
  /** Logged in as `postgres`: the files run with the rights of the project's owner. */
  readonly owner: Database;
  readonly files: ProjectFiles;
  readonly logger: Logger;
  /** `db.migrations.enabled`; default true. */
  readonly migrations?: boolean;
  /** `db.seed.sql_paths`, or an empty list where seeding is off; default `./seed.sql`. */
  readonly seedPaths?: readonly string[];
  /** How long to wait for another server that migrates, as an interval of Postgres; default 10 minutes. */
  readonly lockWait?: string;
}

/** What a run has done; paths relative to the project folder. */
export interface MigrationReport {
  readonly applied: readonly string[];
  readonly seeded: readonly string[];
  readonly warnings: readonly SchemaWarning[];
}

/** Roles of the user's own, made before the first migration. */
const rolesPath = 'supabase/roles.sql';

/**
 * Brings a project's database up to its files: pending migrations in order, each whole or not at all; on the
 * first run also roles.sql before them and the seeds behind them. With nothing to do it costs two queries.
 * Throws AppError of the schema's catalogue; files before the failing one stay applied.
 */
export async function applyProjectMigrations(options: ApplyOptions): Promise<MigrationReport> {
  const { owner, files } = options;
  const fileNames = options.migrations === false ? [] : await files.list(migrationsFolder);
  const history = await readHistory(owner);
  const { pending, warnings } = planMigrations(fileNames, history.migrations);
  if (pending.length === 0 && !history.firstRun) {
    for (const warning of warnings) options.logger.warn({ code: warning.code }, warning.message);
    return { applied: [], seeded: [], warnings };
  }
  const run = new MigrationRun(options);
  return withMigrationLock(owner.connection, options.lockWait ?? '10min', () => run.run(fileNames));
}

class MigrationRun {
  readonly #options: ApplyOptions;
  readonly #applied: string[] = [];
  readonly #seeded: string[] = [];
  readonly #warnings: SchemaWarning[] = [];

  constructor(options: ApplyOptions) {
    this.#options = options;
  }

  async run(fileNames: readonly string[]): Promise<MigrationReport> {
    const { owner } = this.#options;
    const session = await Session.open(owner.connection, {
      applicationName: 'plinth migrations',
      onNotice: ({ severity, message }) => this.#notice(severity, message),
    });
    try {
      await this.#runIn({ owner, session, warn: (warning) => this.#warn(warning) }, fileNames);
    } finally {
      await session.close();
    }
    return { applied: this.#applied, seeded: this.#seeded, warnings: this.#warnings };
  }

  async #runIn(context: RunContext, fileNames: readonly string[]): Promise<void> {
    // Read again under the lock: another server may have been faster.
    const history = await readHistory(context.owner);
    const plan = planMigrations(fileNames, history.migrations);
    for (const warning of plan.warnings) this.#warn(warning);
    const begin = history.firstRun ? [...historyTables(), markFirstRun()] : historyTables();
    mustSucceed(await context.session.run(begin.map(batched)));
    if (history.firstRun) await this.#roles(context);
    for (const migration of plan.pending) await this.#migrate(context, migration);
    if (!history.firstRun) return;
    await this.#seed(context, history);
    mustSucceed(await context.session.run([{ text: 'reset role' }, batched(endFirstRun())]));
  }

  async #roles(context: RunContext): Promise<void> {
    const text = await this.#options.files.read(rolesPath);
    if (text !== undefined) await runRoles(context, { path: rolesPath, text });
  }

  async #migrate(context: RunContext, migration: PendingMigration): Promise<void> {
    const path = migrationPath(migration);
    const text = await this.#options.files.read(path);
    if (text === undefined) return;
    await runFile(context, { path, text }, (script) =>
      bookkeeping(
        recordMigration(
          migration.recordAs,
          migration.name,
          recordedTexts(script.text, script.statements),
        ),
      ),
    );
    this.#applied.push(path);
    this.#options.logger.info({ file: path }, 'migration applied');
  }

  async #seed(context: RunContext, { seeds }: HistoryState): Promise<void> {
    const { files, seedPaths = ['./seed.sql'], logger } = this.#options;
    const paths = await findSeeds(files, seedPaths, (warning) => this.#warn(warning));
    for (const path of paths) {
      const seed = await readSeed(files, path);
      // One that an interrupted first run has finished does not run twice.
      if (seed === undefined || seeds.has(path)) continue;
      await runFile(context, seed, () => bookkeeping(recordSeed(path, seed.hash)));
      this.#seeded.push(path);
      logger.info({ file: path }, 'seed applied');
    }
  }

  #warn(warning: SchemaWarning): void {
    this.#warnings.push(warning);
    this.#options.logger.warn({ code: warning.code }, warning.message);
  }

  #notice(severity: string, message: string): void {
    const { logger } = this.#options;
    if (severity === 'WARNING') logger.warn({}, message);
    else logger.debug({}, message);
  }
}
