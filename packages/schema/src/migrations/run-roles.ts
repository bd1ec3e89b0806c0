import { splitStatements } from '../script/split-statements.ts';
import { problemFailure, statementFailure } from './file-failure.ts';
import type { RunContext, SourceFile } from './run-file.ts';

/** SQLSTATE of an object that exists already. */
const duplicateObject = '42710';

/**
 * Runs supabase/roles.sql, statement by statement: roles belong to the whole Postgres server, so one that
 * another project has made is no reason to stop.
 */
export async function runRoles(context: RunContext, file: SourceFile): Promise<void> {
  const script = await splitStatements(file.text);
  const { problem, statements } = script;
  if (problem !== null && problem.kind !== 'syntax error') {
    throw problemFailure(file.path, script.text, problem);
  }
  for (const statement of statements) {
    const { failure } = await context.session.run([{ text: statement.text }]);
    if (failure === null) continue;
    if (failure.error.code !== duplicateObject) {
      throw statementFailure(file.path, script, statement, failure.error);
    }
    context.warn({ code: 'role_exists', message: `${file.path}: ${failure.error.message}` });
  }
}
