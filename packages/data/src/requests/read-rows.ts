import type { RouteReply } from '@plinth/kernel';
import { notSingular } from '../errors/from-failure.ts';
import { type BoundRanges, bindRanges } from '../parse/bind-ranges.ts';
import { parseAccept } from '../parse/headers/accept.ts';
import { requestedRange } from '../parse/headers/range.ts';
import { canonicalQuery, encode } from '../parse/query/canonical-query.ts';
import { parseQuery, type QuerySyntax } from '../parse/query/parse-query.ts';
import type { RangeSyntax } from '../parse/syntax.ts';
import { tableNotFound } from '../plan/hints/table-not-found.ts';
import { planRead } from '../plan/read/plan-read.ts';
import { contentRange, pageStatus } from '../respond/content-range.ts';
import { bodyHeaders, reply } from '../respond/reply.ts';
import { resultRow } from '../respond/result-row.ts';
import type { Prepared } from '../run/prepared.ts';
import { header, nameInPath, planContext, type RequestContext } from '../run/request-context.ts';
import { countPlanStatement, readStatement } from '../sql/statement.ts';
import { estimatedTotal } from './estimated-total.ts';
import { finishPlan } from './finish-plan.ts';
import { planReply } from './plan-reply.ts';
import type { Run } from './run.ts';
import { shapeKey } from './shape-key.ts';

/** A read, parsed: what its plan depends on, and its values. */
interface ReadRequest {
  readonly table: string;
  readonly syntax: QuerySyntax;
  readonly range: RangeSyntax;
  readonly ranges: BoundRanges;
}

/** GET and HEAD of a table or view. */
export async function readRows(context: RequestContext, run: Run): Promise<RouteReply> {
  const { request, snapshot, stopwatch } = context;
  const read = parseRead(context);
  stopwatch.enter('plan');
  const key = shapeKey(context, 'read', read.table, [read.ranges.shape, read.syntax.shape]);
  const prepared = snapshot.prepared(key, () => prepareRead(context, read));
  stopwatch.enter('transaction');
  const outcome = await run(context, prepared, { values: read.syntax.values, body: undefined });
  stopwatch.enter('response');
  if (prepared.type.plan !== undefined) return planReply(context, prepared, outcome);
  const row = resultRow(outcome.main, prepared);
  // There is nothing to undo: a read may be refused once its rows are counted.
  if (prepared.type.kind === 'object' && row.count !== 1) throw notSingular(row.count);
  const total = estimatedTotal(context, row.total, outcome.countPlan);
  const page = { offset: read.range.offset, count: row.count, total };
  const status = pageStatus(page);
  const headers = {
    'content-range': contentRange(page),
    ...locationHeader(read),
    ...bodyHeaders(context, prepared.type),
  };
  const body = request.method === 'HEAD' ? undefined : row.body;
  return reply(context, { status, headers, body }, prepared, row);
}

function parseRead(context: RequestContext): ReadRequest {
  const { request, snapshot } = context;
  const table = nameInPath(request);
  const syntax = parseQuery(request.rawQuery, 'refused');
  const rangeHeader = request.method === 'GET' ? header(request, 'range') : undefined;
  const range = requestedRange(syntax.ranges.get(''), rangeHeader);
  const ranges = bindRanges(syntax.ranges, range, snapshot.settings.maxRows, syntax.values);
  return { table, syntax, range, ranges };
}

function prepareRead(context: RequestContext, read: ReadRequest): Prepared {
  const { request, preferences, snapshot } = context;
  const plan = planContext(context);
  const name = { schema: plan.schema, name: read.table };
  const relation = plan.cache.table(name);
  if (relation === undefined) throw tableNotFound(plan.cache, name);
  const root = { relation, source: 'relation', isLimited: true } as const;
  const planned = planRead(plan, root, read.syntax, read.ranges.slots);
  const finished = finishPlan(context, planned, {
    accepted: parseAccept(header(request, 'accept')),
    target: relation,
    makesBody: request.method !== 'HEAD',
    applicable: [],
  });
  const { maxRows } = snapshot.settings;
  const { limit, offset } = read.range;
  const isWhole = maxRows === undefined && limit === undefined && offset === 0;
  const { count } = preferences;
  const counting = { count, maxRows, isWhole };
  const explain = finished.type.plan;
  const options = { handler: finished.handler, explain, check: undefined };
  const isEstimated = count === 'planned' || count === 'estimated';
  return {
    ...finished,
    main: readStatement(planned.plan, options, counting),
    countPlan: isEstimated && explain === undefined ? countPlanStatement(planned.plan) : undefined,
    readOnly: true,
    isolation: undefined,
    functionSettings: [],
  };
}

/** Longest query that is shown, in characters: many clients refuse answers with more than 16 kB of headers. */
const longestShown = 4_096;

function locationHeader({ table, syntax }: ReadRequest): { 'content-location'?: string } {
  const query = canonicalQuery(syntax.parameters);
  if (query.length > longestShown) return {};
  return { 'content-location': query === '' ? `/${encode(table)}` : `/${encode(table)}?${query}` };
}
