import type { RouteRequest } from '@plinth/kernel';
import { dataError } from '../errors/catalogue.ts';
import { type Preferences, parsePrefer } from '../parse/headers/prefer.ts';
import { type Profile, profileOf } from '../parse/headers/profile.ts';
import { decodeText } from '../parse/query/split-query.ts';
import type { PlanContext } from '../plan/context.ts';
import type { Snapshot } from './snapshot.ts';
import type { Stopwatch } from './stopwatch.ts';

/** A request together with what it is answered with. */
export interface RequestContext {
  readonly request: RouteRequest;
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  readonly preferences: Preferences;
  readonly stopwatch: Stopwatch;
}

/** Looks at the headers that every request may have. Throws PGRST106. */
export function contextOf(
  request: RouteRequest,
  snapshot: Snapshot,
  stopwatch: Stopwatch,
): RequestContext {
  return {
    request,
    snapshot,
    profile: profileOf(request.method, request.headers, snapshot.settings.schemas),
    preferences: parsePrefer(header(request, 'prefer')),
    stopwatch,
  };
}

/** What the request is planned with. */
export function planContext({ snapshot, profile }: RequestContext): PlanContext {
  return { cache: snapshot.cache, settings: snapshot.settings, schema: profile.schema };
}

/** A header that comes at most once, or joined by commas. */
export function header({ headers }: RouteRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

/** The decoded name that ends the path: a table's or a function's. Throws PGRST100 and PGRST117. */
export function nameInPath({ path, method }: RouteRequest): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  // The root is no table: it has no methods but those of its own routes.
  if (last === '') {
    throw dataError('PGRST117', { message: `Unsupported HTTP method: ${method}` });
  }
  // A plus sign is a space only behind the question mark.
  return decodeText(last.replaceAll('+', '%2B'));
}

/** The body as bytes; empty where there is none. */
export function bodyOf({ body }: RouteRequest): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
}
