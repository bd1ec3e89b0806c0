import type { RouteReply } from '@plinth/kernel';
import { bodyHeaders, reply } from '../respond/reply.ts';
import type { Outcome } from '../run/execute.ts';
import type { Prepared } from '../run/prepared.ts';
import type { RequestContext } from '../run/request-context.ts';

/** The plan that Postgres made, instead of the rows. */
export function planReply(
  context: RequestContext,
  prepared: Prepared,
  { main }: Outcome,
): RouteReply {
  const body = main.rows.map(([line]) => `${line}\n`).join('');
  const draft = { status: 200, headers: bodyHeaders(context, prepared.type), body };
  return reply(context, draft, { ...prepared, preferenceApplied: undefined }, noOverrides);
}

const noOverrides = { headers: null, status: null };
