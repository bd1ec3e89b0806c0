import type { RouteReply } from '@plinth/kernel';
import { returnsVoid } from '../catalog/routine.ts';
import type { RangeSyntax } from '../parse/syntax.ts';
import type { PreparedCall } from '../run/prepared.ts';
import type { RequestContext } from '../run/request-context.ts';
import { contentRange, pageStatus } from './content-range.ts';
import { bodyHeaders, reply } from './reply.ts';
import type { ResultRow } from './result-row.ts';

/** The answer to a call. */
export function callReply(
  context: RequestContext,
  { offset }: RangeSyntax,
  prepared: PreparedCall,
  row: ResultRow,
): RouteReply {
  const page = { offset, count: row.count, total: row.total };
  const range = { 'content-range': contentRange(page) };
  if (returnsVoid(prepared.routine)) {
    return reply(context, { status: 204, headers: range, body: undefined }, prepared, row);
  }
  const status = pageStatus(page);
  const headers = { ...range, ...bodyHeaders(context, prepared.type) };
  const body = context.request.method === 'HEAD' ? undefined : row.body;
  return reply(context, { status, headers, body }, prepared, row);
}
