import type { RouteRequest } from '@plinth/kernel';

const pattern = /^bearer \S+$/i;

/** True where the request carries a bearer token, good or bad. */
export function hasBearer(request: Pick<RouteRequest, 'headers'> | undefined): boolean {
  const header = request?.headers.authorization;
  return typeof header === 'string' && pattern.test(header);
}
