import {
  type BatchOutcome,
  type BatchStatement,
  type Database,
  type Session,
  sql,
} from '@plinth/postgres';
import { schemaError } from '../errors.ts';
import { type ExtensionCatalog, readExtensionCatalog } from '../extensions/extension-catalog.ts';
import { planExtension } from '../extensions/plan-extension.ts';
import { type Script, type ScriptStatement, splitStatements } from '../script/split-statements.ts';
import { problemFailure, statementFailure } from './file-failure.ts';
import { batched } from './history.ts';
import type { SchemaWarning } from './plan/plan-migrations.ts';

/** What running files needs. */
export interface RunContext {
  readonly owner: Database;
  readonly session: Session;
  readonly warn: (warning: SchemaWarning) => void;
}

/** A file of the user. */
export interface SourceFile {
  /** Relative to the project folder. */
  readonly path: string;
  readonly text: string;
}

/**
 * Limits that a file starts with and may change: a migration that waits for a lock of the running
 * application ends with a message instead of hanging the start.
 */
const limits = { lock_timeout: '60s', statement_timeout: '1h' };

/** The session as a file finds it: nothing that the file before it has set. */
const cleanSession: readonly BatchStatement[] = [
  { text: 'reset role' },
  { text: 'reset all' },
  ...Object.entries(limits).map(([name, value]) =>
    batched(sql`select pg_catalog.set_config(${name}, ${value}, false)`),
  ),
];

/**
 * Runs a file and, in the same transaction, `behind` (what records it). Throws AppError
 * `migration_failed`, `unsupported_script` or `open_transaction`; then the file has left nothing, unless it
 * committed something itself.
 */
export async function runFile(
  context: RunContext,
  file: SourceFile,
  behind: (script: Script) => readonly BatchStatement[],
): Promise<void> {
  const script = await splitStatements(file.text);
  const { problem, statements } = script;
  if (problem !== null && problem.kind !== 'syntax error') {
    throw problemFailure(file.path, script.text, problem);
  }
  const own = await prepareStatements(context, file.path, statements);
  await mustSucceed(await context.session.run(cleanSession));
  const outcome = await context.session.run([...own, ...behind(script)]);
  const { failure, transaction } = outcome;
  if (failure === null && transaction === 'none') return;
  if (transaction !== 'none') await context.session.run([{ text: 'rollback' }]);
  if (failure === null) {
    throw schemaError('open_transaction', {
      message: `${file.path} begins a transaction and does not end it: nothing behind BEGIN was kept. Add COMMIT, or leave BEGIN out: each file is a transaction anyway`,
    });
  }
  const statement = statements[failure.index];
  if (statement === undefined) throw failure.error;
  throw statementFailure(file.path, script, statement, failure.error);
}

/** Throws the error of a batch of our own. */
export function mustSucceed({ failure }: BatchOutcome): void {
  if (failure !== null) throw failure.error;
}

/** The statements as they are sent: as many as the script has, those about extensions replaced. */
async function prepareStatements(
  context: Pick<RunContext, 'owner' | 'warn'>,
  path: string,
  statements: readonly ScriptStatement[],
): Promise<readonly BatchStatement[]> {
  if (!statements.some(({ extension }) => extension !== null)) {
    return statements.map(({ text }) => ({ text }));
  }
  const catalog = await readExtensionCatalog(context.owner);
  return statements.map((statement) => prepareOne(context.warn, path, statement, catalog));
}

function prepareOne(
  warn: RunContext['warn'],
  path: string,
  { text, extension }: ScriptStatement,
  catalog: ExtensionCatalog,
): BatchStatement {
  if (extension === null) return { text };
  const plan = planExtension(extension, catalog);
  if (plan.kind === 'helped') return plan.statement;
  if (plan.kind === 'as it is') return { text };
  warn({
    code: 'extension_unavailable',
    message: `${path}: this server has no extension ${plan.names.join(', ')}; the statement is left out: ${text.split('\n')[0]}`,
  });
  // An empty statement keeps the numbers of the others.
  return { text: '' };
}
