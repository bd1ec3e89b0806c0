import type { RouteReply } from '@plinth/kernel';
import { dataError } from '../errors/catalogue.ts';
import { openapiDocument } from '../openapi/document.ts';
import { readSchemaDetails } from '../openapi/schema-details.ts';
import describeSchema from '../openapi/sql/describe-schema.sql';
import { parseAccept } from '../parse/headers/accept.ts';
import { openapi } from '../parse/headers/media-type.ts';
import { bodyHeaders, reply } from '../respond/reply.ts';
import type { Prepared } from '../run/prepared.ts';
import { header, type RequestContext } from '../run/request-context.ts';
import { callFunction } from './call-function.ts';
import type { Run } from './run.ts';

const acceptable = new Set(['openapi', 'json', 'any']);

/** The question for all that the schema cache does not know. */
const describe: Prepared = {
  main: {
    text: describeSchema,
    bindings: [
      { kind: 'value', slot: 0 },
      { kind: 'value', slot: 1 },
    ],
  },
  countPlan: undefined,
  readOnly: true,
  isolation: undefined,
  functionSettings: [],
  type: openapi,
  mayBeBytes: false,
  preferenceApplied: undefined,
  warning: undefined,
};

/** GET and HEAD of the root: the API's description, or what the function gives that stands in for it. */
export async function readRoot(context: RequestContext, run: Run): Promise<RouteReply> {
  const { request, snapshot, profile, stopwatch } = context;
  const { openapiMode, openapiSecurity, rootFunction } = snapshot.settings;
  if (openapiMode === 'disabled') throw dataError('PGRST126');
  if (rootFunction !== undefined) return callFunction(context, run, rootFunction.name);
  requireAcceptable(context);
  stopwatch.enter('plan');
  const values = [profile.schema, String(openapiMode === 'follow-privileges')];
  stopwatch.enter('transaction');
  const { main } = await run(context, describe, { values, body: undefined });
  stopwatch.enter('response');
  const document = openapiDocument({
    cache: snapshot.cache,
    schema: profile.schema,
    details: readSchemaDetails(main.rows[0]?.[0] ?? '{}'),
    url: urlOf(context),
    withSecurity: openapiSecurity,
  });
  const body = request.method === 'HEAD' ? undefined : JSON.stringify(document);
  const draft = { status: 200, headers: bodyHeaders(context, openapi), body };
  return reply(context, draft, describe, { headers: null, status: null });
}

function requireAcceptable({ request }: RequestContext): void {
  const accepted = parseAccept(header(request, 'accept'));
  if (accepted.some(({ kind }) => acceptable.has(kind))) return;
  const list = accepted.map(({ mime }) => mime).join(', ');
  throw dataError('PGRST107', { message: `None of these media types are available: ${list}` });
}

function urlOf({ request, snapshot: { settings } }: RequestContext): URL {
  return new URL(settings.openapiUrl ?? `${request.baseUrl}${settings.basePath}/`);
}
