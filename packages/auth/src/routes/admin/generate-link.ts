import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { authError } from '../../errors.ts';
import { generateLink as generate, type LinkType } from '../../flows/admin/generate-link.ts';
import { cleanInput, metadata } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { optionalMetadata, optionalText } from '../../input/fields.ts';
import { contextOf } from '../../input/request-context.ts';
import { assertStrongPassword } from '../../passwords/strength.ts';
import type { AuthService } from '../../service.ts';
import { userBody } from '../../users/user-body.ts';
import { authRoute } from '../auth-route.ts';
import { adminActor } from './admin-actor.ts';

const types: readonly LinkType[] = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
];

/** POST /admin/generate_link: a link that the application sends by itself. */
export const generateLink: Route<AuthService> = authRoute({
  id: 'auth.generate-link',
  method: 'POST',
  path: '/admin/generate_link',
  summary: 'Makes a link and its code without sending them.',
  access: 'service',
  input: {
    body: Type.Object({
      type: optionalText,
      email: optionalText,
      new_email: optionalText,
      password: optionalText,
      data: optionalMetadata,
      redirect_to: optionalText,
    }),
  },
  errors: ['email_exists', 'user_not_found', 'validation_failed', 'weak_password'],
  async handler(service, request) {
    const actor = await adminActor(service, request);
    const body = cleanInput(request.body);
    const email = parseEmail(body.email ?? '');
    const type = types.find((each) => each === body.type);
    if (type === undefined) {
      invalid(`Invalid email action link type requested: ${body.type ?? ''}`);
    }
    const isChange = type === 'email_change_current' || type === 'email_change_new';
    if (type === 'email_change_current' && !service.policy.email.doubleConfirm) {
      invalid('Enable secure email change to generate link for current email');
    }
    const context = contextOf(service, request);
    const redirectTo = service.redirects.choose([body.redirect_to ?? '', context.redirectTo]);
    const generated = await generate(service, context, actor, {
      type,
      email,
      newEmail: isChange ? parseEmail(body.new_email ?? '') : '',
      hashPassword: () => hashPassword(service, body.password ?? ''),
      metadata: metadata(body.data),
      redirectTo,
    });
    return {
      status: 200,
      body: {
        ...userBody(generated.user),
        action_link: generated.link,
        email_otp: generated.code,
        hashed_token: generated.hash,
        verification_type: generated.type,
        redirect_to: redirectTo,
      },
    };
  },
});

async function hashPassword(service: AuthService, password: string): Promise<string> {
  if (password === '') invalid('Signup requires a valid password');
  assertStrongPassword(password, service.policy.passwords);
  return service.passwords.hash(password);
}

function invalid(message: string): never {
  throw authError('validation_failed', { message });
}
