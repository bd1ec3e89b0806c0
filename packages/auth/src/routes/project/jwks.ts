import type { Route } from '@plinth/kernel';
import type { AuthService } from '../../service.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/** GET /.well-known/jwks.json: the public keys that access tokens can be verified with. */
export const jwks: Route<AuthService> = authRoute({
  id: 'auth.jwks',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Public keys of access tokens; shared secrets are not among them.',
  access: forEveryone,
  handler: (service) => ({
    status: 200,
    headers: { 'cache-control': 'public, max-age=600' },
    body: { keys: service.tokens.published },
  }),
});
