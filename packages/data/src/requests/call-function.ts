import type { RouteReply } from '@plinth/kernel';
import type { QualifiedName } from '../catalog/names.ts';
import type { Routine } from '../catalog/routine.ts';
import { type BoundRanges, bindRanges } from '../parse/bind-ranges.ts';
import { parsePayload, payloadType } from '../parse/body/payload.ts';
import { shallowValue } from '../parse/depth.ts';
import { parseAccept } from '../parse/headers/accept.ts';
import type { MediaKind } from '../parse/headers/media-type.ts';
import { requestedRange } from '../parse/headers/range.ts';
import { parseQuery, type QuerySyntax } from '../parse/query/parse-query.ts';
import type { RangeSyntax, Slot } from '../parse/syntax.ts';
import { findFunction } from '../plan/call/find-function.ts';
import {
  argumentNames,
  type CallInput,
  planCall,
  requireSetForMaxAffected,
} from '../plan/call/plan-call.ts';
import { planRead } from '../plan/read/plan-read.ts';
import { callReply } from '../respond/call-reply.ts';
import { resultRow } from '../respond/result-row.ts';
import type { PreparedCall } from '../run/prepared.ts';
import {
  bodyOf,
  header,
  nameInPath,
  planContext,
  type RequestContext,
} from '../run/request-context.ts';
import { type Check, callStatement } from '../sql/statement.ts';
import { finishPlan } from './finish-plan.ts';
import { planReply } from './plan-reply.ts';
import type { Answer, Run } from './run.ts';
import { shapeKey } from './shape-key.ts';

/** A call, parsed: what its plan depends on, and its values. */
interface CallRequest {
  readonly name: string;
  readonly syntax: QuerySyntax;
  readonly range: RangeSyntax;
  readonly ranges: BoundRanges;
  readonly input: CallInput;
  readonly bodyKind: MediaKind | undefined;
  readonly content: Buffer | undefined;
  /** Slot of the number of rows that the result may have at most. */
  readonly mostAffected: Slot | undefined;
}

/** GET, HEAD and POST of the function that the path names. */
export const callNamedFunction: Answer = (context, run) =>
  callFunction(context, run, nameInPath(context.request));

/** Calls a function with what the request brings. */
export async function callFunction(
  context: RequestContext,
  run: Run,
  name: string,
): Promise<RouteReply> {
  const { stopwatch } = context;
  const call = parseCall(context, name);
  stopwatch.enter('plan');
  const key = shapeKey(context, 'call', name, [
    call.bodyKind ?? '',
    inputKey(call.input),
    call.ranges.shape,
    call.syntax.shape,
  ]);
  const prepared = context.snapshot.prepared(key, () => prepareCall(context, call));
  stopwatch.enter('transaction');
  const given = { values: call.syntax.values, body: call.content };
  const outcome = await run(context, prepared, given);
  stopwatch.enter('response');
  if (prepared.type.plan !== undefined) return planReply(context, prepared, outcome);
  return callReply(context, call.range, prepared, resultRow(outcome.main, prepared));
}

function parseCall(context: RequestContext, name: string): CallRequest {
  const { request, snapshot, preferences } = context;
  const isPost = request.method === 'POST';
  const syntax = parseQuery(request.rawQuery, isPost ? 'refused' : 'arguments');
  const rangeHeader = request.method === 'GET' ? header(request, 'range') : undefined;
  const range = requestedRange(syntax.ranges.get(''), rangeHeader);
  const ranges = bindRanges(syntax.ranges, range, snapshot.settings.maxRows, syntax.values);
  const { handling, maxAffected } = preferences;
  const isLimited = handling === 'strict' && maxAffected !== undefined;
  const mostAffected = isLimited ? syntax.values.push(String(maxAffected)) - 1 : undefined;
  const input = isPost ? bodyInput(context, syntax) : urlInput(syntax);
  return { name, syntax, range, ranges, mostAffected, ...input };
}

type ParsedInput = Pick<CallRequest, 'input' | 'bodyKind' | 'content'>;

function urlInput(syntax: QuerySyntax): ParsedInput {
  const input: CallInput = { kind: 'values', values: syntax.arguments };
  return { input, bodyKind: undefined, content: undefined };
}

function bodyInput({ request }: RequestContext, syntax: QuerySyntax): ParsedInput {
  const type = payloadType(header(request, 'content-type'));
  const hasColumns = syntax.columns !== undefined;
  const payload = parsePayload(bodyOf(request), type, { isCall: true, hasColumns });
  const bodyKind = type.kind;
  switch (payload.kind) {
    case 'form': {
      const values = payload.parameters.map(({ name, value }) => ({
        name,
        value: syntax.values.push(shallowValue(value ?? '')) - 1,
      }));
      return { input: { kind: 'values', values }, bodyKind, content: undefined };
    }
    case 'json':
      return { input: { kind: 'json', body: payload }, bodyKind, content: payload.content };
    case 'raw':
      return { input: { kind: 'raw' }, bodyKind, content: payload.content };
  }
}

/** Names of the arguments belong to the shape; those of the URL are in the shape of the query. */
function inputKey(input: CallInput): string {
  if (input.kind === 'raw') return '';
  if (input.kind === 'values') return JSON.stringify(input.values.map(({ name }) => name));
  const { keys, isObject } = input.body;
  return `${isObject ? '{' : '['}${keys === undefined ? '*' : JSON.stringify(keys)}`;
}

/** The relation that the result of a function has the columns of; the read on top is planned by it. */
function resultRelation({ schema, name, result, returnsRow }: Routine): QualifiedName {
  return { schema, name: returnsRow ? result.name : name };
}

function prepareCall(context: RequestContext, call: CallRequest): PreparedCall {
  const { request, preferences, snapshot } = context;
  const plan = planContext(context);
  const routine = findFunction(plan.cache, {
    function: { schema: plan.schema, name: call.name },
    argumentNames: argumentNames(call.input, call.syntax),
    bodyKind: call.bodyKind,
  });
  const relation = resultRelation(routine);
  const root = { relation, source: 'result', isLimited: true } as const;
  const planned = planRead(plan, root, call.syntax, call.ranges.slots);
  const calling = planCall(plan, routine, root, call.syntax, call.input);
  const finished = finishPlan(context, planned, {
    accepted: parseAccept(header(request, 'accept')),
    target: relation,
    makesBody: request.method !== 'HEAD',
    applicable: ['maxAffected'],
  });
  if (call.mostAffected !== undefined) requireSetForMaxAffected(routine);
  const { maxRows } = snapshot.settings;
  const { limit, offset } = call.range;
  const isWhole = maxRows === undefined && limit === undefined && offset === 0;
  const counting = { count: preferences.count, maxRows, isWhole };
  const options = {
    handler: finished.handler,
    explain: finished.type.plan,
    check: checkOf(call, finished.type.kind),
  };
  return {
    ...finished,
    routine,
    main: callStatement(calling, planned.plan, options, counting),
    countPlan: undefined,
    readOnly: request.method !== 'POST' || routine.volatility !== 'volatile',
    isolation: routine.isolation,
    functionSettings: routine.settings.filter(([name]) => name !== 'default_transaction_isolation'),
  };
}

function checkOf({ mostAffected }: CallRequest, type: MediaKind): Check | undefined {
  if (type === 'object') return { kind: 'one', code: 'PGRST116' };
  if (mostAffected === undefined) return undefined;
  return { kind: 'atMost', code: 'PGRST124', slot: mostAffected };
}
