import type { RequestSettings, Setting } from '@plinth/postgres';
import type { Prepared } from './prepared.ts';
import type { RequestContext } from './request-context.ts';

/**
 * What the transaction of a request has set, in PostgREST's order: search path and the role's own settings,
 * the role (with its rights for what follows), claims, request, time zone, function, application.
 */
export function transactionSettings(
  { request, snapshot, profile, preferences }: RequestContext,
  { functionSettings }: Pick<Prepared, 'functionSettings'>,
): RequestSettings {
  const { caller, method, path } = request;
  const { cache, settings } = snapshot;
  const roleSettings = cache.roles.get(caller.role)?.settings;
  const searchPath = snapshot.searchPath(profile.schema);
  const own: Setting[] = [
    ['request.jwt.claims', caller.claimsJson],
    ['request.method', method],
    ['request.path', path],
    ['request.headers', headersJson(request.headers)],
    ['request.cookies', cookiesJson(request.headers.cookie)],
  ];
  if (preferences.timezone !== undefined) own.push(['timezone', preferences.timezone]);
  own.push(...functionSettings, ...settings.appSettings);
  return {
    role: caller.role,
    beforeRole: roleSettings === undefined ? [searchPath] : [searchPath, ...roleSettings],
    settings: own,
  };
}

type Headers = RequestContext['request']['headers'];

/** All headers but the cookies, as one JSON object of texts. */
function headersJson(headers: Headers): string {
  if (headers.cookie === undefined) return JSON.stringify(headers);
  const { cookie: _, ...shown } = headers;
  return JSON.stringify(shown);
}

function cookiesJson(header: Headers[string]): string {
  if (typeof header !== 'string' || header === '') return '{}';
  const cookies: Record<string, string> = {};
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    const name = (equals < 0 ? pair : pair.slice(0, equals)).trim();
    if (name !== '') cookies[name] = equals < 0 ? '' : pair.slice(equals + 1).trim();
  }
  return JSON.stringify(cookies);
}
