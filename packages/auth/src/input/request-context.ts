import type { Logger, RouteRequest } from '@plinth/kernel';
import type { AuthCore } from '../base/core.ts';
import { assertShort, cleanText } from './clean-input.ts';
import { queryText } from './query.ts';

/** What the flows need to know of the request they serve. */
export interface RequestContext {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Audience of the users that are meant; `authenticated` unless the request says otherwise. */
  readonly audience: string;
  /** URL of the Auth API as clients see it, without a trailing slash. */
  readonly authUrl: string;
  /** Where links lead in the end: an allowed URL, or the site's. */
  readonly redirectTo: string;
  readonly log: Logger;
}

/** Audience of users and their tokens. */
export const defaultAudience = 'authenticated';

/** Longest user agent that is kept, in characters. */
const longestUserAgent = 512;

/** The part of a request that `contextOf` reads. */
export type ContextRequest = Pick<
  RouteRequest,
  'id' | 'address' | 'headers' | 'query' | 'baseUrl' | 'log'
>;

export function contextOf(core: AuthCore, request: ContextRequest): RequestContext {
  const { headers } = request;
  return {
    requestId: request.id,
    address: request.address,
    userAgent: headerText(headers['user-agent'])?.slice(0, longestUserAgent),
    audience: assertShort(headerText(headers['x-jwt-aud']) ?? defaultAudience, 'X-JWT-AUD'),
    authUrl: `${core.externalUrl ?? request.baseUrl}/auth/v1`,
    redirectTo: core.redirects.choose([
      headerText(headers.redirect_to),
      queryText(request.query, 'redirect_to'),
      headerText(headers.referer),
    ]),
    log: request.log,
  };
}

function headerText(value: string | readonly string[] | undefined): string | undefined {
  const first = typeof value === 'string' ? value : value?.[0];
  return first === undefined || first === '' ? undefined : cleanText(first);
}
