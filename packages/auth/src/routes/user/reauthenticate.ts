import type { Route } from '@plinth/kernel';
import { sendReauthentication } from '../../flows/account/reauthenticate.ts';
import { contextOf } from '../../input/request-context.ts';
import type { AuthService } from '../../service.ts';
import { authenticate } from '../../sessions/authenticate.ts';
import { authRoute } from '../auth-route.ts';

/** GET /reauthenticate: mails a code that goes with a new password. */
export const reauthenticate: Route<AuthService> = authRoute({
  id: 'auth.reauthenticate',
  method: 'GET',
  path: '/reauthenticate',
  summary: 'Mails the signed-in user a code that proves who is there.',
  access: 'user',
  errors: ['email_not_confirmed', 'over_email_send_rate_limit', 'validation_failed'],
  async handler(service, request) {
    const { user } = await authenticate(service, request.caller);
    await sendReauthentication(service, contextOf(service, request), user);
    return { status: 200, body: {} };
  },
});
