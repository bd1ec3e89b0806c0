import type { RouteReply } from '@plinth/kernel';
import { dataError } from '../errors/catalogue.ts';
import { parsePayload, payloadType } from '../parse/body/payload.ts';
import { parseAccept } from '../parse/headers/accept.ts';
import type { MediaType } from '../parse/headers/media-type.ts';
import { requestedRange } from '../parse/headers/range.ts';
import { parseQuery, type QuerySyntax } from '../parse/query/parse-query.ts';
import type { Slot } from '../parse/syntax.ts';
import { tableNotFound } from '../plan/hints/table-not-found.ts';
import { planRead } from '../plan/read/plan-read.ts';
import { type BodyShape, planWrite, type WriteKind } from '../plan/write/plan-write.ts';
import type { ConditionalPreference } from '../respond/preference-applied.ts';
import { resultRow } from '../respond/result-row.ts';
import { writeReply } from '../respond/write-reply.ts';
import type { PreparedWrite } from '../run/prepared.ts';
import {
  bodyOf,
  header,
  nameInPath,
  planContext,
  type RequestContext,
} from '../run/request-context.ts';
import { type Check, writeStatement } from '../sql/statement.ts';
import { finishPlan } from './finish-plan.ts';
import { planReply } from './plan-reply.ts';
import type { Answer } from './run.ts';
import { shapeKey } from './shape-key.ts';

/** A write, parsed: what its plan depends on, and its values. */
interface WriteRequest {
  readonly kind: WriteKind;
  readonly table: string;
  readonly syntax: QuerySyntax;
  readonly body: BodyShape | undefined;
  readonly content: Buffer | undefined;
  /** Slot of the number of rows that may change at most; absent where nothing limits them. */
  readonly mostAffected: Slot | undefined;
}

/** POST, PUT, PATCH or DELETE of a table or view. */
export function writeRows(kind: WriteKind): Answer {
  return async (context, run): Promise<RouteReply> => {
    const { stopwatch } = context;
    const write = parseWrite(context, kind);
    stopwatch.enter('plan');
    const key = shapeKey(context, 'write', write.table, [kind, bodyKey(write), write.syntax.shape]);
    const prepared = context.snapshot.prepared(key, () => prepareWrite(context, write));
    stopwatch.enter('transaction');
    const { syntax, content } = write;
    const outcome = await run(context, prepared, { values: syntax.values, body: content });
    stopwatch.enter('response');
    if (prepared.type.plan !== undefined) return planReply(context, prepared, outcome);
    return writeReply(context, write.table, prepared, resultRow(outcome.main, prepared));
  };
}

function parseWrite(context: RequestContext, kind: WriteKind): WriteRequest {
  const { request, preferences } = context;
  const table = nameInPath(request);
  const syntax = parseQuery(request.rawQuery, 'refused');
  requireRange(kind, syntax);
  const { body, content } = kind === 'delete' ? noBody : parseBody(context, kind, syntax);
  const { handling, maxAffected } = preferences;
  const isLimited =
    handling === 'strict' && maxAffected !== undefined && (kind === 'update' || kind === 'delete');
  const mostAffected = isLimited ? syntax.values.push(String(maxAffected)) - 1 : undefined;
  return { kind, table, syntax, body, content, mostAffected };
}

const noBody = { body: undefined, content: undefined };

/** Limits do not apply to writes, but a range that is none is a mistake anyway. Throws PGRST103, 114. */
function requireRange(kind: WriteKind, { ranges }: QuerySyntax): void {
  const range = requestedRange(ranges.get(''), undefined);
  if (kind === 'put' && (range.limit !== undefined || range.offset > 0)) {
    throw dataError('PGRST114');
  }
}

function parseBody(
  { request }: RequestContext,
  kind: WriteKind,
  syntax: QuerySyntax,
): Pick<WriteRequest, 'body' | 'content'> {
  const type = payloadType(header(request, 'content-type'));
  const hasColumns = kind !== 'put' && syntax.columns !== undefined;
  const payload = parsePayload(bodyOf(request), type, { isCall: false, hasColumns });
  if (payload.kind !== 'json') throw dataError('PGRST102');
  return { body: payload, content: payload.content };
}

/** The columns and the form of a body belong to the shape, its values do not. */
function bodyKey({ body }: WriteRequest): string {
  if (body === undefined) return '';
  return `${body.isObject ? '{' : '['}${body.keys?.map((key) => JSON.stringify(key)).join() ?? '*'}`;
}

function prepareWrite(context: RequestContext, write: WriteRequest): PreparedWrite {
  const { request, preferences } = context;
  const { kind, syntax, body } = write;
  const plan = planContext(context);
  const name = { schema: plan.schema, name: write.table };
  const table = plan.cache.table(name);
  if (table === undefined) throw tableNotFound(plan.cache, name);
  const root = { relation: table, source: 'result', isLimited: false } as const;
  const planned = planRead(plan, root, syntax, new Map());
  const planning = planWrite(plan, { kind, table, syntax, preferences, body });
  const givesBack = preferences.return === 'representation';
  const canResolve = table.primaryKey.length > 0 || syntax.onConflict !== undefined;
  const finished = finishPlan(context, planned, {
    accepted: parseAccept(header(request, 'accept')),
    target: table,
    makesBody: givesBack,
    applicable: applicable(kind, canResolve),
  });
  const isLocated = kind === 'insert' && preferences.return === 'headers-only';
  const options = {
    handler: finished.handler,
    explain: finished.type.plan,
    check: checkOf(write, finished.type),
  };
  const location = isLocated && table.primaryKey.length > 0 ? table.primaryKey : undefined;
  return {
    ...finished,
    kind,
    main: writeStatement(planning, givesBack ? planned.plan : undefined, options, location),
    countPlan: undefined,
    readOnly: false,
    isolation: undefined,
    functionSettings: [],
  };
}

function applicable(kind: WriteKind, canResolve: boolean): readonly ConditionalPreference[] {
  switch (kind) {
    case 'insert':
      return canResolve ? ['return', 'missing', 'resolution'] : ['return', 'missing'];
    case 'update':
      return ['return', 'missing', 'maxAffected'];
    case 'delete':
      return ['return', 'maxAffected'];
    case 'put':
      return ['return'];
  }
}

/** What the changed rows must be, or else none is changed. */
function checkOf({ kind, mostAffected }: WriteRequest, type: MediaType): Check | undefined {
  if (kind === 'put') return { kind: 'one', code: 'PGRST115' };
  if (type.kind === 'object') return { kind: 'one', code: 'PGRST116' };
  if (mostAffected === undefined) return undefined;
  return { kind: 'atMost', code: 'PGRST124', slot: mostAffected };
}
