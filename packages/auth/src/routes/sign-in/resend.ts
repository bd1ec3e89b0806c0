import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { authError } from '../../errors.ts';
import { resend as resendFlow } from '../../flows/sign-in/resend.ts';
import { cleanInput } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { optionalText } from '../../input/fields.ts';
import { contextOf } from '../../input/request-context.ts';
import { parseChallenge } from '../../otp/challenge.ts';
import type { AuthService } from '../../service.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/** POST /resend: a confirmation once more. */
export const resend: Route<AuthService> = authRoute({
  id: 'auth.resend',
  method: 'POST',
  path: '/resend',
  summary: 'Mails the confirmation of a sign-up or of a new address once more.',
  access: forEveryone,
  limit: 'auth.resend',
  input: {
    body: Type.Object({
      type: optionalText,
      email: optionalText,
      phone: optionalText,
      code_challenge: optionalText,
      code_challenge_method: optionalText,
    }),
  },
  errors: [
    'email_provider_disabled',
    'phone_provider_disabled',
    'over_email_send_rate_limit',
    'validation_failed',
  ],
  async handler(service, request) {
    const body = cleanInput(request.body);
    const type = body.type ?? '';
    const email = body.email ?? '';
    const phone = body.phone ?? '';
    if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type)) {
      invalid('Missing one of these types: signup, email_change, sms, phone_change');
    }
    const challenge =
      type === 'signup' || type === 'email_change' ? parseChallenge(body) : undefined;
    if (email === '' && type === 'signup') invalid('Type provided requires an email address');
    if (phone === '' && type === 'sms') invalid('Type provided requires a phone number');
    if (email !== '' && phone !== '') {
      invalid('Only an email address or phone number should be provided.');
    }
    if (email === '' && phone === '') invalid('Missing email address or phone number');
    if (phone !== '') {
      throw authError('phone_provider_disabled', { message: 'Phone logins are disabled' });
    }
    if (!service.policy.email.enabled) throw authError('email_provider_disabled', { status: 400 });
    const address = parseEmail(email);
    if (type === 'signup' || type === 'email_change') {
      await resendFlow(service, contextOf(service, request), type, address, challenge);
    }
    return { status: 200, body: {} };
  },
});

function invalid(message: string): never {
  throw authError('validation_failed', { message });
}
