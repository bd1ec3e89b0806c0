import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { authError } from '../../errors.ts';
import { sendRecovery } from '../../flows/sign-in/recover.ts';
import { cleanInput } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { optionalText } from '../../input/fields.ts';
import { contextOf } from '../../input/request-context.ts';
import { parseChallenge } from '../../otp/challenge.ts';
import type { AuthService } from '../../service.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/** POST /recover: a link and a code to choose a new password. */
export const recover: Route<AuthService> = authRoute({
  id: 'auth.recover',
  method: 'POST',
  path: '/recover',
  summary: 'Mails a link and a code to choose a new password.',
  access: forEveryone,
  limit: 'auth.recover',
  input: {
    body: Type.Object({
      email: optionalText,
      code_challenge: optionalText,
      code_challenge_method: optionalText,
    }),
  },
  errors: ['email_provider_disabled', 'over_email_send_rate_limit', 'validation_failed'],
  async handler(service, request) {
    const body = cleanInput(request.body);
    if (!service.policy.email.enabled) throw authError('email_provider_disabled', { status: 400 });
    const email = body.email ?? '';
    if (email === '') {
      throw authError('validation_failed', { message: 'Password recovery requires an email' });
    }
    const address = parseEmail(email);
    const challenge = parseChallenge(body);
    await sendRecovery(service, contextOf(service, request), address, challenge);
    return { status: 200, body: {} };
  },
});
