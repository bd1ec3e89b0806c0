import type { JsonObject, Route, RouteReply, RouteRequest } from '@plinth/kernel';
import { Type } from 'typebox';
import { authError } from '../../errors.ts';
import { signUp as signUpFlow } from '../../flows/sign-in/sign-up.ts';
import { signUpAnonymously } from '../../flows/sign-in/sign-up-anonymously.ts';
import { cleanInput, metadata } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { optionalMetadata, optionalText } from '../../input/fields.ts';
import { parsePhone } from '../../input/phone.ts';
import { contextOf, type RequestContext } from '../../input/request-context.ts';
import { parseChallenge } from '../../otp/challenge.ts';
import { assertStrongPassword } from '../../passwords/strength.ts';
import type { AuthService } from '../../service.ts';
import { tokensBody, tokensHeaders } from '../../sessions/session.ts';
import { userBody } from '../../users/user-body.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/** POST /signup: an account with an address, or without any credential. */
export const signUp: Route<AuthService> = authRoute({
  id: 'auth.sign-up',
  method: 'POST',
  path: '/signup',
  summary: 'Creates an account; signs in where addresses need no confirmation.',
  access: forEveryone,
  limit: 'auth.signup',
  input: {
    body: Type.Object({
      email: optionalText,
      phone: optionalText,
      password: optionalText,
      data: optionalMetadata,
      channel: optionalText,
      code_challenge: optionalText,
      code_challenge_method: optionalText,
    }),
  },
  errors: [
    'signup_disabled',
    'anonymous_provider_disabled',
    'email_provider_disabled',
    'phone_provider_disabled',
    'user_already_exists',
    'weak_password',
    'over_email_send_rate_limit',
    'validation_failed',
  ],
  async handler(service, request) {
    const body = cleanInput(request.body);
    const context = contextOf(service, request);
    const email = body.email ?? '';
    const phone = body.phone ?? '';
    const data = metadata(body.data) ?? {};
    if (email === '' && phone === '') return anonymous(service, request, context, data);
    if (!service.policy.signUp) throw authError('signup_disabled');
    const password = body.password ?? '';
    if (password === '') invalid('Signup requires a valid password');
    assertStrongPassword(password, service.policy.passwords);
    if (email !== '' && phone !== '') {
      invalid('Only an email address or phone number should be provided on signup.');
    }
    const challenge = parseChallenge(body);
    if (phone !== '') {
      parsePhone(phone);
      throw authError('phone_provider_disabled');
    }
    if (!service.policy.email.enabled) {
      throw authError('email_provider_disabled', {
        status: 400,
        message: 'Email signups are disabled',
      });
    }
    const address = parseEmail(email);
    const result = await signUpFlow(service, context, {
      email: address,
      password,
      metadata: data,
      challenge,
    });
    if (result.kind === 'session') {
      const { tokens } = result;
      return {
        status: 200,
        headers: tokensHeaders(tokens),
        body: tokensBody(tokens, service.clock.now()),
      };
    }
    if (result.kind === 'known') return { status: 200, body: fakeUser(service, address, data) };
    const { user } = result;
    const body200 =
      user.invited_at === null ? user : { ...user, raw_user_meta_data: {}, identities: [] };
    return { status: 200, body: userBody(body200) };
  },
});

async function anonymous(
  service: AuthService,
  request: Pick<RouteRequest, 'headers'>,
  context: RequestContext,
  data: JsonObject,
): Promise<RouteReply> {
  if (!service.policy.anonymous) throw authError('anonymous_provider_disabled');
  // The gateway lets the own machine pass; so does this limit, which it cannot know of.
  const forwarded = request.headers['x-forwarded-for'] !== undefined;
  const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(context.address);
  if ((forwarded || !local) && !service.anonymousLimit.take(context.address)) {
    throw authError('over_request_rate_limit');
  }
  if (!service.policy.signUp) throw authError('signup_disabled');
  const tokens = await signUpAnonymously(service, context, data);
  return {
    status: 200,
    headers: tokensHeaders(tokens),
    body: tokensBody(tokens, service.clock.now()),
  };
}

/** What a newcomer would get, for an address that has an account: its owner is not given away. */
function fakeUser(service: AuthService, email: string, data: JsonObject): object {
  const now = new Date(service.clock.now()).toISOString();
  return {
    id: service.random.uuid(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

function invalid(message: string): never {
  throw authError('validation_failed', { message });
}
