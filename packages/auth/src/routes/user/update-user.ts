import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { authError } from '../../errors.ts';
import { changeUser } from '../../flows/account/change-user.ts';
import { hashNewPassword } from '../../flows/account/new-password.ts';
import { cleanInput, metadata } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { optionalMetadata, optionalText } from '../../input/fields.ts';
import { parsePhone } from '../../input/phone.ts';
import { contextOf } from '../../input/request-context.ts';
import { parseChallenge } from '../../otp/challenge.ts';
import { assertStrongPassword } from '../../passwords/strength.ts';
import type { AuthService } from '../../service.ts';
import { type Authenticated, authenticate } from '../../sessions/authenticate.ts';
import { findUserOfEmail } from '../../users/find-user.ts';
import { hasVerifiedFactor } from '../../users/user.ts';
import { userBody } from '../../users/user-body.ts';
import { authRoute } from '../auth-route.ts';

/** What may become other, of the things that are more than metadata. */
interface Wish {
  readonly password: string;
  readonly email: string;
  readonly phone: string;
  readonly nonce: string;
}

/** PUT /user: one's own address, password and metadata. */
export const updateUser: Route<AuthService> = authRoute({
  id: 'auth.update-user',
  method: 'PUT',
  path: '/user',
  summary: 'Changes the signed-in user.',
  access: 'user',
  limit: 'auth.user',
  input: {
    body: Type.Object({
      email: optionalText,
      phone: optionalText,
      password: optionalText,
      current_password: optionalText,
      nonce: optionalText,
      data: optionalMetadata,
      app_metadata: optionalMetadata,
      channel: optionalText,
      code_challenge: optionalText,
      code_challenge_method: optionalText,
    }),
  },
  errors: [
    'email_exists',
    'same_password',
    'weak_password',
    'reauthentication_needed',
    'reauthentication_not_valid',
    'current_password_required',
    'current_password_invalid',
    'over_email_send_rate_limit',
    'insufficient_aal',
    'user_sso_managed',
    'not_admin',
  ],
  async handler(service, request) {
    const body = cleanInput(request.body);
    const context = contextOf(service, request);
    const authenticated = await authenticate(service, request.caller);
    const { user } = authenticated;
    const email = body.email ? parseEmail(body.email) : '';
    const wish: Wish = {
      email: email === user.email ? '' : email,
      phone: body.phone ? parsePhone(body.phone) : '',
      password: body.password ?? '',
      nonce: body.nonce ?? '',
    };
    // An empty password is too short, not a wish to have none.
    if (body.password === '') assertStrongPassword('', service.policy.passwords);
    const challenge = parseChallenge(body);
    if (body.app_metadata !== null && body.app_metadata !== undefined) {
      throw authError('not_admin', {
        message: 'Updating app_metadata requires admin privileges',
      });
    }
    assertAllowed(authenticated, wish);
    if (wish.phone !== '' && wish.phone !== user.phone) throw authError('phone_provider_disabled');
    if (wish.email !== '') {
      const audience = user.aud ?? context.audience;
      const other = await findUserOfEmail(service.database, wish.email, audience, user.id);
      if (other !== undefined) throw authError('email_exists');
    }
    const passwordHash =
      wish.password === ''
        ? undefined
        : await hashNewPassword(service, authenticated, {
            password: wish.password,
            nonce: wish.nonce,
            currentPassword: body.current_password ?? '',
          });
    const changed = await changeUser(service, context, authenticated, {
      passwordHash,
      email: wish.email === '' ? undefined : wish.email,
      metadata: metadata(body.data),
      challenge,
    });
    return { status: 200, body: userBody(changed) };
  },
});

/** Changes that a kind of account, or a session of too little assurance, may not make. */
function assertAllowed({ user, session }: Authenticated, wish: Wish): void {
  const sensitive = wish.password !== '' || wish.email !== '' || isNewPhone(wish, user.phone);
  if (hasVerifiedFactor(user) && session?.aal !== 'aal2' && sensitive) {
    throw authError('insufficient_aal');
  }
  if (user.is_anonymous && wish.password !== '' && wish.email === '' && wish.phone === '') {
    throw authError('validation_failed', {
      status: 422,
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    });
  }
  if (user.is_sso_user && (sensitive || wish.nonce !== '')) throw authError('user_sso_managed');
}

function isNewPhone(wish: Wish, phone: string | null): boolean {
  return wish.phone !== '' && wish.phone !== (phone ?? '');
}
