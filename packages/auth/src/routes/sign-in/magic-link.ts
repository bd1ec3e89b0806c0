import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { authError } from '../../errors.ts';
import { sendMagicLink } from '../../flows/sign-in/magic-link.ts';
import { cleanInput, metadata } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { optionalMetadata, optionalText } from '../../input/fields.ts';
import { contextOf } from '../../input/request-context.ts';
import { parseChallenge } from '../../otp/challenge.ts';
import type { AuthService } from '../../service.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/** POST /magiclink: what older clients call instead of /otp. */
export const magicLink: Route<AuthService> = authRoute({
  id: 'auth.magic-link',
  method: 'POST',
  path: '/magiclink',
  summary: 'Mails a link and a code to sign in with.',
  access: forEveryone,
  limit: 'auth.magiclink',
  input: {
    body: Type.Object({
      email: optionalText,
      data: optionalMetadata,
      code_challenge: optionalText,
      code_challenge_method: optionalText,
    }),
  },
  errors: ['email_provider_disabled', 'over_email_send_rate_limit', 'signup_disabled'],
  async handler(service, request) {
    const body = cleanInput(request.body);
    assertMagicLinks(service);
    const email = body.email ?? '';
    if (email === '') {
      throw authError('validation_failed', {
        status: 422,
        message: 'Password recovery requires an email',
      });
    }
    await sendMagicLink(service, contextOf(service, request), {
      email: parseEmail(email),
      metadata: metadata(body.data) ?? {},
      challenge: parseChallenge(body),
    });
    return { status: 200, body: {} };
  },
});

/** Throws `email_provider_disabled` where links do not sign in. */
export function assertMagicLinks({ policy }: AuthService): void {
  if (!policy.email.enabled) throw authError('email_provider_disabled');
  if (!policy.email.magicLinks) {
    throw authError('email_provider_disabled', { message: 'Login with magic link is disabled' });
  }
}
