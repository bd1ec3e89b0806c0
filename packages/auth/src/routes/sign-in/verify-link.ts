import type { Route, RouteReply } from '@plinth/kernel';
import { authError } from '../../errors.ts';
import { redeemHash } from '../../flows/verify/redeem.ts';
import { verificationType } from '../../flows/verify/verification-type.ts';
import { type Verified, verifyToCode, verifyToSession } from '../../flows/verify/verify.ts';
import { queryText } from '../../input/query.ts';
import { contextOf } from '../../input/request-context.ts';
import { pkcePrefix } from '../../otp/code.ts';
import {
  errorUrl,
  type FlowType,
  messageUrl,
  withQuery,
  withTokens,
} from '../../redirect/redirect-url.ts';
import type { AuthService } from '../../service.ts';
import { tokensHeaders, tokensParameters } from '../../sessions/session.ts';
import { authRoute, forEveryone } from '../auth-route.ts';
import { halfwayMessage } from './halfway.ts';

/** GET /verify: the link in a mail. It signs in and leads on to the application, with an error too. */
export const verifyLink: Route<AuthService> = authRoute({
  id: 'auth.verify-link',
  method: 'GET',
  path: '/verify',
  summary: 'Redeems the link of a mail and redirects to the application.',
  access: forEveryone,
  limit: 'auth.verify',
  errors: ['validation_failed'],
  async handler(service, request) {
    const context = contextOf(service, request);
    const name = queryText(request.query, 'type');
    const token = queryText(request.query, 'token') || queryText(request.query, 'token_hash');
    if (name === '') invalid('Verify requires a verification type');
    if (token === '') invalid('Verify requires a token or a token hash');
    const flow: FlowType = token.startsWith(pkcePrefix) ? 'pkce' : 'implicit';
    try {
      const type = verificationType(name);
      if (type === undefined) invalid('Invalid email verification type');
      const verified =
        flow === 'pkce'
          ? await verifyToCode(service, context, type, (tx) => redeemHash(service, tx, type, token))
          : await verifyToSession(service, context, (tx) => redeemHash(service, tx, type, token));
      return onward(service, verified, context.redirectTo, name, flow);
    } catch (error) {
      request.log.info({ requestId: request.id, err: error }, 'a link could not be redeemed');
      return redirect(errorUrl(context.redirectTo, error, flow));
    }
  },
});

function onward(
  service: AuthService,
  verified: Verified,
  redirectTo: string,
  type: string,
  flow: FlowType,
): RouteReply {
  if (verified.kind === 'halfway') return redirect(messageUrl(redirectTo, halfwayMessage, flow));
  if (verified.kind === 'code') return redirect(withQuery(redirectTo, { code: verified.code }));
  const { tokens } = verified;
  const parameters = { ...tokensParameters(tokens, service.clock.now()), type };
  return redirect(withTokens(redirectTo, parameters), tokensHeaders(tokens));
}

/** No cache may keep where a link of a mail led to. */
function redirect(location: string, headers: Record<string, string> = {}): RouteReply {
  return { status: 303, headers: { ...headers, location, 'cache-control': 'no-store' } };
}

function invalid(message: string): never {
  throw authError('validation_failed', { message });
}
