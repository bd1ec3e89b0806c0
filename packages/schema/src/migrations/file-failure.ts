import type { AppError } from '@plinth/kernel';
import type { PostgresError } from '@plinth/postgres';
import { schemaError } from '../errors.ts';
import { offsetOfPosition, placeOf } from '../script/position.ts';
import type { Script, ScriptProblem, ScriptStatement } from '../script/split-statements.ts';

/** Where a file failed and on what; the `details` of the error. */
export interface FileFailure {
  /** Relative to the project folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Text of the statement, cut after 10,000 characters; null where no statement of the file failed. */
  readonly statement: string | null;
  /** SQLSTATE; null where Postgres was not asked. */
  readonly sqlState: string | null;
}

/** Longest statement and longest line that an error quotes, in characters. */
const quoted = { statement: 10_000, line: 200 };

/** The failure of a statement of a file, with the line it stands on and what Postgres says. */
export function statementFailure(
  file: string,
  script: Script,
  statement: ScriptStatement,
  error: PostgresError,
): AppError {
  const position = Number(error.position ?? 0);
  const offset = statement.start + (position > 0 ? offsetOfPosition(statement.text, position) : 0);
  const { line, column } = placeOf(script.text, offset);
  const lines = [
    `${file}:${line}:${column}: ${error.message} (SQLSTATE ${error.code})`,
    ...excerpt(script.text, offset, column),
    ...(error.detail ? [`Detail: ${error.detail}`] : []),
    ...(error.hint ? [`Hint: ${error.hint}`] : []),
    ...(error.where ? [`Context: ${error.where}`] : []),
  ];
  return schemaError('migration_failed', {
    message: lines.join('\n'),
    hint: error.hint ?? null,
    details: {
      file,
      line,
      column,
      statement: statement.text.slice(0, quoted.statement),
      sqlState: error.code ?? null,
    } satisfies FileFailure,
    cause: error,
  });
}

/** The failure of a file that Postgres was not even asked to run. */
export function problemFailure(file: string, text: string, problem: ScriptProblem): AppError {
  const { line, column } = placeOf(text, problem.offset);
  return schemaError('unsupported_script', {
    message: [
      `${file}:${line}:${column}: ${problem.message}`,
      ...excerpt(text, problem.offset, column),
    ].join('\n'),
    details: { file, line, column, statement: null, sqlState: null } satisfies FileFailure,
  });
}

/** The line of the failure with a mark under its place; lines too long for a terminal are left out. */
function excerpt(text: string, offset: number, column: number): string[] {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end < 0 ? text.length : end).trimEnd();
  if (line === '' || line.length > quoted.line) return [];
  const before = [...line]
    .slice(0, column - 1)
    .map((character) => (character === '\t' ? '\t' : ' '));
  return [`  ${line}`, `  ${before.join('')}^`];
}
