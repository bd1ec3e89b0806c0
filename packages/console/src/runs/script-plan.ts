import type { BatchStatement, Database } from '@plinth/postgres';
import {
  planExtension,
  readExtensionCatalog,
  type Script,
  type ScriptStatement,
} from '@plinth/schema';

/** A statement of a script, as it is sent. */
export interface PlannedStatement {
  readonly source: ScriptStatement;
  readonly statement: BatchStatement;
  /** False where another text is sent than the script has: its positions mean nothing there. */
  readonly isOwnText: boolean;
}

/** How a script runs. */
export interface ScriptPlan {
  readonly statements: readonly PlannedStatement[];
  /** One transaction around everything; a single statement is one by itself. */
  readonly inTransaction: boolean;
}

/** Plans a script of a member who may write. */
export async function planScript(owner: Database, script: Script): Promise<ScriptPlan> {
  const { statements } = script;
  const managesItself = statements.some(
    ({ transactionControl, standalone }) => transactionControl || standalone,
  );
  return {
    statements: await withExtensionHelp(owner, statements),
    inTransaction: statements.length > 1 && !managesItself,
  };
}

/** Plans a script of queries. */
export function planQueries({ statements }: Script): ScriptPlan {
  return { statements: statements.map(asItIs), inTransaction: true };
}

function asItIs(source: ScriptStatement): PlannedStatement {
  return { source, statement: { text: source.text }, isOwnText: true };
}

/** Untrusted extensions are made as migrations make them; unavailable ones fail with Postgres' message. */
async function withExtensionHelp(
  owner: Database,
  statements: readonly ScriptStatement[],
): Promise<readonly PlannedStatement[]> {
  if (!statements.some(({ extension }) => extension !== null)) return statements.map(asItIs);
  const catalog = await readExtensionCatalog(owner);
  return statements.map((source) => {
    if (source.extension === null) return asItIs(source);
    const plan = planExtension(source.extension, catalog);
    if (plan.kind !== 'helped') return asItIs(source);
    return { source, statement: plan.statement, isOwnText: false };
  });
}
