import type { RouteReply } from '@plinth/kernel';
import type { Table } from '../catalog/table.ts';
import { parseQuery } from '../parse/query/parse-query.ts';
import { findFunction } from '../plan/call/find-function.ts';
import { tableNotFound } from '../plan/hints/table-not-found.ts';
import { addCommonHeaders } from '../respond/reply.ts';
import type { ResponseHeaders } from '../respond/response-overrides.ts';
import { nameInPath, planContext, type RequestContext } from '../run/request-context.ts';

/** OPTIONS of a table or view: what it can do, whatever the caller may. */
export function describeTable(context: RequestContext): RouteReply {
  const { cache, schema } = planContext(context);
  const name = { schema, name: nameInPath(context.request) };
  const table = cache.table(name);
  if (table === undefined) throw tableNotFound(cache, name);
  return allow(context, methodsOf(table));
}

function methodsOf({ canInsert, canUpdate, canDelete, primaryKey }: Table): readonly string[] {
  return [
    'OPTIONS,GET,HEAD',
    ...(canInsert ? ['POST'] : []),
    ...(canInsert && canUpdate && primaryKey.length > 0 ? ['PUT'] : []),
    ...(canUpdate ? ['PATCH'] : []),
    ...(canDelete ? ['DELETE'] : []),
  ];
}

/** OPTIONS of a function, found by the arguments in the URL: GET only where it changes nothing. */
export function describeFunction(context: RequestContext): RouteReply {
  const { cache, schema } = planContext(context);
  const { request } = context;
  const { arguments: given } = parseQuery(request.rawQuery, 'arguments');
  const { volatility } = findFunction(cache, {
    function: { schema, name: nameInPath(request) },
    argumentNames: given.map(({ name }) => name),
    bodyKind: undefined,
  });
  return allow(context, volatility === 'volatile' ? ['OPTIONS,POST'] : ['OPTIONS,GET,HEAD,POST']);
}

/** OPTIONS of the root. */
export function describeRoot(context: RequestContext): RouteReply {
  return allow(context, ['OPTIONS,GET,HEAD']);
}

function allow(context: RequestContext, methods: readonly string[]): RouteReply {
  context.stopwatch.enter('response');
  const headers: ResponseHeaders = {
    allow: methods.join(','),
    'access-control-allow-origin': '*',
    vary: 'Accept, Prefer, Range',
  };
  addCommonHeaders(context, headers);
  return { status: 200, headers };
}
