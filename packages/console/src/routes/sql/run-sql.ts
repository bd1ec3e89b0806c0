import type { Route } from '@plinth/kernel';
import { type Script, splitStatements } from '@plinth/schema';
import { type TUnsafe, Type } from 'typebox';
import type { SqlFailure, SqlRun, SqlRunResult } from '../../api/sql.ts';
import { consoleError } from '../../errors/console-errors.ts';
import { auditedSql } from '../../members/audit-log.ts';
import { auditEntry } from '../../members/member-context.ts';
import { nameTypes } from '../../runs/name-types.ts';
import { runIdentity } from '../../runs/run-identity.ts';
import { type RunOutcome, runScript } from '../../runs/run-script.ts';
import { planQueries, planScript } from '../../runs/script-plan.ts';
import type { SqlRun as RunningScript } from '../../runs/sql-runs.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';

const defaultRows = 1_000;

const body: TUnsafe<SqlRun> = Type.Unsafe<SqlRun>(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 100 }),
    sql: Type.String({ maxLength: 10_000_000 }),
    role: Type.Optional(Type.Enum(['postgres', 'anon', 'authenticated', 'service_role'])),
    claims: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    maxRows: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
);

export const runSql: Route<ConsoleService> = projectRoute({
  id: 'console.run-sql',
  method: 'POST',
  path: '/projects/:ref/sql',
  summary: 'Runs a script; a failing statement is part of the answer.',
  input: { params: projectParams, body },
  action: 'sql.query',
  errors: ['too_many_runs', 'run_exists', 'database_unavailable'],
  handler: async ({ audit, limits, options, runs }, context, request) => {
    const { project, member } = context;
    const { id, sql, maxRows = defaultRows } = request.body;
    const start = options.clock.now();
    const identity = runIdentity(context, request.body);
    const script = await splitStatements(sql);
    if (identity.readOnly) refuseWriting(script);
    const entry = auditEntry(context, 'sql.run', identity.role ?? 'postgres', {
      sql: auditedSql(sql),
    });
    const name = { projectRef: project.ref, memberId: member.id, id };
    const work = async (run: RunningScript): Promise<RunOutcome> => {
      if (isRefused(script)) return { results: [], failure: problemFailure(script), notices: [] };
      const plan = identity.readOnly
        ? planQueries(script)
        : await planScript(project.owner, script);
      const { statementTimeout } = limits;
      return runScript(run, plan, identity, { statementTimeout, maxRows });
    };
    const outcome = await audit.around(entry, () => runs.while(name, request.signal, work));
    if (outcome.failure !== null) {
      await audit.appendFailure(entry, outcome.failure.sqlState);
    }
    const result: SqlRunResult = {
      results: await nameTypes(project.owner, outcome.results),
      failure: outcome.failure,
      notices: outcome.notices,
      milliseconds: options.clock.now() - start,
    };
    return { status: 200, body: result };
  },
});

/** A script that cannot be cut still goes to Postgres, which knows best what is wrong with it. */
function isRefused({ problem }: Script): boolean {
  return problem !== null && problem.kind !== 'syntax error';
}

/** A viewer's script is queries only, and wholly understood before it is sent. */
function refuseWriting({ statements, problem }: Script): void {
  if (problem !== null) return;
  const writing = statements.find(({ query }) => !query);
  if (writing === undefined) return;
  throw consoleError('role_required', {
    message: `Your role runs queries only: SELECT, VALUES, TABLE, EXPLAIN and SHOW; not ${writing.text.slice(0, 40)}`,
  });
}

function problemFailure({ problem }: Script): SqlFailure {
  return {
    sqlState: '42601',
    message: problem?.message ?? '',
    detail: null,
    hint: null,
    position: null,
    constraint: null,
    table: null,
    column: null,
    offset: problem?.offset ?? null,
    statementOffset: problem?.offset ?? null,
    cancelled: false,
  };
}
