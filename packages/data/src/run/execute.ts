import type { Database, Statement, StatementResult } from '@plinth/postgres';
import { bindValues, type RequestValues } from './bind-values.ts';
import type { Prepared } from './prepared.ts';
import type { RequestContext } from './request-context.ts';
import { transactionSettings } from './transaction-settings.ts';

/** What Postgres gave for a prepared request. */
export interface Outcome {
  readonly main: StatementResult;
  /** Text of the JSON plan of counting, where it was asked for. */
  readonly countPlan: string | undefined;
}

/** Deferred constraints count although the transaction is undone. */
const checkConstraints: Statement = { text: 'set constraints all immediate' };

/** Runs a prepared request as its caller, in one transaction and one round trip. */
export async function execute(
  database: Database,
  context: RequestContext,
  prepared: Prepared,
  given: RequestValues,
): Promise<Outcome> {
  const { request, snapshot } = context;
  const { settings, cache } = snapshot;
  const statements: Statement[] = [];
  if (snapshot.preRequest !== undefined) statements.push(snapshot.preRequest);
  const position = statements.push(mainStatement(prepared, given, settings.preparedStatements)) - 1;
  if (prepared.countPlan !== undefined) {
    const { text, bindings } = prepared.countPlan;
    const values = bindValues(bindings, given);
    statements.push({ text, values, prepare: settings.preparedStatements });
  }
  const undo = !prepared.readOnly && isUndone(context);
  if (undo) statements.push(checkConstraints);
  const isolation = prepared.isolation ?? cache.roles.get(request.caller.role)?.isolation;
  const results = await database.request(transactionSettings(context, prepared), statements, {
    readOnly: prepared.readOnly,
    end: undo ? 'rollback' : 'commit',
    signal: request.signal,
    ...(isolation !== undefined && { isolation }),
  });
  const main = results[position] ?? { rows: [], tag: '' };
  return { main, countPlan: results[position + 1]?.rows[0]?.[0] ?? undefined };
}

function mainStatement(
  { main: { text, bindings }, mayBeBytes }: Prepared,
  given: RequestValues,
  prepare: boolean,
): Statement {
  return { text, values: bindValues(bindings, given), prepare, describe: mayBeBytes };
}

/** Whether the work of a write is undone at its end, by the settings or by the request where it may say so. */
function isUndone({ snapshot, preferences }: RequestContext): boolean {
  const { transactionEnd } = snapshot.settings;
  const wanted = transactionEnd.endsWith('allow-override') ? preferences.tx : undefined;
  if (wanted !== undefined) return wanted === 'rollback';
  return transactionEnd.startsWith('rollback');
}
