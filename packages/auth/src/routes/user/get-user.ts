import type { Route } from '@plinth/kernel';
import { authError } from '../../errors.ts';
import { defaultAudience } from '../../input/request-context.ts';
import type { AuthService } from '../../service.ts';
import { authenticate } from '../../sessions/authenticate.ts';
import { userBody } from '../../users/user-body.ts';
import { authRoute } from '../auth-route.ts';

/** GET /user: whom the access token speaks for, as the database has it. */
export const getUser: Route<AuthService> = authRoute({
  id: 'auth.get-user',
  method: 'GET',
  path: '/user',
  summary: 'The signed-in user.',
  access: 'user',
  errors: ['bad_jwt', 'no_authorization', 'session_not_found', 'user_banned', 'user_not_found'],
  async handler(service, request) {
    const { user } = await authenticate(service, request.caller);
    const { aud } = request.caller.claims;
    const own = Array.isArray(aud) ? aud[0] : aud;
    const asked = request.headers['x-jwt-aud'] ?? own ?? defaultAudience;
    if (own === undefined || own !== asked) {
      throw authError('validation_failed', {
        message: "Token audience doesn't match request audience",
      });
    }
    return { status: 200, body: userBody(user) };
  },
});
