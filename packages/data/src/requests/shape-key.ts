import { header, type RequestContext } from '../run/request-context.ts';

/** What a request is about: a key of one kind is never that of another. */
export type RequestKind = 'read' | 'write' | 'call';

/** No part of a key holds this: headers and decoded URLs have no NUL. */
const separator = '\0\0';

/**
 * The key under which requests of one shape share their plan: everything but values that decides how a
 * request is answered.
 */
export function shapeKey(
  { request, profile }: RequestContext,
  kind: RequestKind,
  name: string,
  parts: readonly string[],
): string {
  const accept = header(request, 'accept') ?? '';
  const prefer = header(request, 'prefer') ?? '';
  return [kind, request.method, profile.schema, name, accept, prefer, ...parts].join(separator);
}
