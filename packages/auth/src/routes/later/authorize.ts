import type { Route, RouteReply } from '@plinth/kernel';
import { authError } from '../../errors.ts';
import { queryText } from '../../input/query.ts';
import { errorUrl } from '../../redirect/redirect-url.ts';
import type { AuthService } from '../../service.ts';
import { authenticate } from '../../sessions/authenticate.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/** Providers that exist upstream. */
const known: readonly string[] = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'vercel_marketplace',
  'workos',
  'x',
  'zoom',
];

/** GET /authorize: no provider is on in this version. */
export const authorize: Route<AuthService> = authRoute({
  id: 'auth.authorize',
  method: 'GET',
  path: '/authorize',
  summary: 'Starts a sign-in at another provider; none is on in this version.',
  access: forEveryone,
  errors: ['validation_failed'],
  handler: (_service, request) => refuse(queryText(request.query, 'provider')),
});

/** GET /user/identities/authorize: the same for a user who links one. */
export const linkIdentity: Route<AuthService> = authRoute({
  id: 'auth.link-identity',
  method: 'GET',
  path: '/user/identities/authorize',
  summary: 'Starts linking an identity of another provider; none is on in this version.',
  access: 'user',
  errors: ['manual_linking_disabled', 'validation_failed'],
  async handler(service, request) {
    await authenticate(service, request.caller);
    if (!service.policy.manualLinking) throw authError('manual_linking_disabled');
    return refuse(queryText(request.query, 'provider'));
  },
});

/** GET and POST /callback: nobody can come back from where nobody was sent. */
export const callback: Route<AuthService> = authRoute({
  id: 'auth.callback',
  method: ['GET', 'POST'],
  path: '/callback',
  summary: 'Where other providers send people back to; none is on in this version.',
  access: forEveryone,
  handler: (service) => ({
    status: 303,
    headers: {
      location: errorUrl(service.policy.siteUrl, authError('bad_oauth_callback'), 'pkce'),
    },
  }),
});

function refuse(provider: string): RouteReply {
  const name = provider.toLowerCase();
  const why = known.includes(name)
    ? 'provider is not enabled'
    : `Provider ${name} could not be found`;
  throw authError('validation_failed', { message: `Unsupported provider: ${why}` });
}
