import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { authError } from '../../errors.ts';
import { sendMagicLink } from '../../flows/sign-in/magic-link.ts';
import { cleanInput, metadata } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { optionalFlag, optionalMetadata, optionalText } from '../../input/fields.ts';
import { parsePhone } from '../../input/phone.ts';
import { contextOf } from '../../input/request-context.ts';
import { parseChallenge } from '../../otp/challenge.ts';
import type { AuthService } from '../../service.ts';
import { findUserByEmail, findUserByPhone } from '../../users/find-user.ts';
import { authRoute, forEveryone } from '../auth-route.ts';
import { assertMagicLinks } from './magic-link.ts';

/** POST /otp: a link and a code to sign in with, for newcomers too unless create_user is false. */
export const otp: Route<AuthService> = authRoute({
  id: 'auth.otp',
  method: 'POST',
  path: '/otp',
  summary: 'Mails a link and a code to sign in with.',
  access: forEveryone,
  limit: 'auth.otp',
  input: {
    body: Type.Object({
      email: optionalText,
      phone: optionalText,
      create_user: optionalFlag,
      data: optionalMetadata,
      channel: optionalText,
      code_challenge: optionalText,
      code_challenge_method: optionalText,
    }),
  },
  errors: [
    'email_provider_disabled',
    'phone_provider_disabled',
    'otp_disabled',
    'over_email_send_rate_limit',
    'signup_disabled',
  ],
  async handler(service, request) {
    const body = cleanInput(request.body);
    const context = contextOf(service, request);
    const email = body.email ?? '';
    const phone = body.phone ?? '';
    if (email !== '' && phone !== '') {
      invalid('Only an email address or phone number should be provided');
    }
    if (email !== '' && (body.channel ?? '') !== '') {
      invalid('Channel should only be specified with Phone OTP');
    }
    const challenge = parseChallenge(body);
    const mayCreate = body.create_user ?? true;
    if (phone !== '') {
      const digits = parsePhone(phone);
      const { database } = service;
      if (!mayCreate && !(await findUserByPhone(database, digits, context.audience))) {
        throw authError('otp_disabled');
      }
      throw authError('phone_provider_disabled', { message: 'Unsupported phone provider' });
    }
    if (email === '') invalid('One of email or phone must be set');
    const address = parseEmail(email);
    if (!mayCreate && !(await findUserByEmail(service.database, address, context.audience))) {
      throw authError('otp_disabled');
    }
    assertMagicLinks(service);
    const data = metadata(body.data) ?? {};
    await sendMagicLink(service, context, { email: address, metadata: data, challenge });
    return { status: 200, body: {} };
  },
});

function invalid(message: string): never {
  throw authError('validation_failed', { message });
}
