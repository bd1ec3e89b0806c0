import type { ConnectionOptions } from '@plinth/postgres';
import {
  type BatchField,
  type BatchResult,
  type BatchStatement,
  type PostgresError,
  Session,
  sql,
  type TransactionState,
} from '@plinth/postgres';
import { offsetOfPosition } from '@plinth/schema';
import type { SqlFailure, SqlNotice } from '../api/sql.ts';
import { databaseDetails, queryCanceled } from '../errors/database-failure.ts';
import { ResultBudget, ResultRows } from './result-rows.ts';
import type { PlannedStatement, ScriptPlan } from './script-plan.ts';
import type { SqlRun } from './sql-runs.ts';

/** Who a script runs as. */
export interface RunIdentity {
  readonly connection: ConnectionOptions;
  /** Taken on in the session; null for the login role itself. */
  readonly role: string | null;
  /** What `auth.jwt()` gives; null for none. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  readonly readOnly: boolean;
}

export interface RunOptions {
  /** Milliseconds per statement. */
  readonly statementTimeout: number;
  readonly maxRows: number;
}

/** A result whose column types are still numbers. */
export interface RawResult {
  readonly tag: string;
  readonly fields: readonly BatchField[];
  readonly rows: ResultRows;
}

/** What a run has come to. */
export interface RunOutcome {
  readonly results: readonly RawResult[];
  readonly failure: SqlFailure | null;
  readonly notices: readonly SqlNotice[];
}

/** Most notices of a run that are kept, and the longest, in characters. */
const notices = { most: 100, longest: 2_000 };

/** Largest row that is taken in, in bytes. */
const largestMessage = 64 * 1024 * 1024;

/** Run to their end whatever becomes of their RETURNING rows; taking all of those gives the true tag. */
const changesRows: ReadonlySet<string> = new Set([
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
]);

/** Runs a planned script in a session of its own, which leaves nothing behind. Throws ConnectionError, RowTooLargeError. */
export async function runScript(
  run: SqlRun,
  plan: ScriptPlan,
  identity: RunIdentity,
  options: RunOptions,
): Promise<RunOutcome> {
  const raised: SqlNotice[] = [];
  const session = await Session.open(identity.connection, {
    applicationName: 'plinth sql editor',
    largestMessage,
    onNotice: ({ severity, message }) => {
      if (raised.length < notices.most)
        raised.push({ severity, message: message.slice(0, notices.longest) });
    },
  });
  run.attach(session);
  try {
    const script = new ScriptRun(run, session, options);
    const prepared = await session.run(preparation(identity, options));
    if (prepared.failure !== null) throw prepared.failure.error;
    await script.run(plan, identity.readOnly);
    if (script.leftOpen) {
      raised.push({
        severity: 'WARNING',
        message: 'The script left its transaction open: it was rolled back.',
      });
    }
    return { results: script.results, failure: script.failure, notices: raised };
  } finally {
    await session.close();
  }
}

function preparation(
  { role, claims }: RunIdentity,
  { statementTimeout }: RunOptions,
): BatchStatement[] {
  const settings: (readonly [string, string])[] = [
    ['statement_timeout', String(statementTimeout)],
    ['request.jwt.claims', claims === null ? '' : JSON.stringify(claims)],
    // Last: the role may not be allowed to set the others.
    ...(role === null ? [] : [['role', role] as const]),
  ];
  return settings.map(([name, value]) => {
    const { text, values } = sql`select pg_catalog.set_config(${name}, ${value}, false)`.render();
    return { text, values };
  });
}

class ScriptRun {
  readonly #run: SqlRun;
  readonly #session: Session;
  readonly #options: RunOptions;
  readonly #budget = new ResultBudget();
  #transaction: TransactionState = 'none';
  readonly results: RawResult[] = [];
  failure: SqlFailure | null = null;
  /** True where the script's own transaction was still open behind its last statement. */
  leftOpen = false;

  constructor(run: SqlRun, session: Session, options: RunOptions) {
    this.#run = run;
    this.#session = session;
    this.#options = options;
  }

  async run({ statements, inTransaction }: ScriptPlan, readOnly: boolean): Promise<void> {
    if (inTransaction && !(await this.#control(readOnly ? 'begin read only' : 'begin'))) return;
    for (const planned of statements) {
      if (!(await this.#statement(planned))) return;
      this.leftOpen = !inTransaction && this.#transaction !== 'none';
    }
    if (inTransaction) await this.#control('commit');
  }

  /** A statement of our own; false where it failed. */
  async #control(text: string): Promise<boolean> {
    if (this.#run.isCancelled) return this.#stop();
    const { failure } = await this.#session.run([{ text }]);
    if (failure === null) return true;
    this.failure = failureOf(failure.error, null);
    return false;
  }

  async #statement(planned: PlannedStatement): Promise<boolean> {
    if (this.#run.isCancelled) return this.#stop(planned);
    const { maxRows } = this.#options;
    const rows = new ResultRows(maxRows, this.#budget);
    const { results, failure, transaction } = await this.#session.run([
      {
        ...planned.statement,
        // One more than is kept tells whether there are more.
        ...(!changesRows.has(planned.source.kind) && { maxRows: maxRows + 1 }),
        onRow: rows.add,
      },
    ]);
    this.#transaction = transaction;
    if (failure !== null) {
      this.failure = failureOf(failure.error, planned);
      return false;
    }
    const [result] = results;
    if (result !== undefined) this.results.push(rawResult(result, rows));
    return true;
  }

  #stop(planned: PlannedStatement | null = null): boolean {
    this.failure = {
      sqlState: queryCanceled,
      message: 'The run was cancelled',
      detail: null,
      hint: null,
      position: null,
      constraint: null,
      table: null,
      column: null,
      offset: null,
      statementOffset: planned?.source.start ?? null,
      cancelled: true,
    };
    return false;
  }
}

function rawResult({ tag, fields, suspended }: BatchResult, rows: ResultRows): RawResult {
  return { tag: suspended ? `SELECT ${rows.rows.length}` : tag, fields: fields ?? [], rows };
}

function failureOf(error: PostgresError, planned: PlannedStatement | null): SqlFailure {
  const details = databaseDetails(error);
  const isPlaced = details.position !== null && planned?.isOwnText === true;
  return {
    ...details,
    position: isPlaced ? details.position : null,
    offset:
      isPlaced && details.position !== null
        ? planned.source.start + offsetOfPosition(planned.source.text, details.position)
        : null,
    statementOffset: planned?.source.start ?? null,
    cancelled: error.code === queryCanceled,
  };
}
