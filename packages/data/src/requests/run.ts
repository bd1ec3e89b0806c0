import type { RouteReply } from '@plinth/kernel';
import type { RequestValues } from '../run/bind-values.ts';
import type { Outcome } from '../run/execute.ts';
import type { Prepared } from '../run/prepared.ts';
import type { RequestContext } from '../run/request-context.ts';

/** Runs a prepared request in the database of the service. */
export type Run = (
  context: RequestContext,
  prepared: Prepared,
  values: RequestValues,
) => Promise<Outcome>;

/** Answers one kind of request. Throws AppError, or what running it has thrown. */
export type Answer = (context: RequestContext, run: Run) => Promise<RouteReply> | RouteReply;
