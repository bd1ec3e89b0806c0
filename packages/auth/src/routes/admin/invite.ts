import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { inviteUser } from '../../flows/admin/invite.ts';
import { cleanInput, metadata } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { optionalMetadata, optionalText } from '../../input/fields.ts';
import { contextOf } from '../../input/request-context.ts';
import type { AuthService } from '../../service.ts';
import { userBody } from '../../users/user-body.ts';
import { authRoute } from '../auth-route.ts';
import { adminActor } from './admin-actor.ts';

/** POST /invite: an account for somebody else, and the mail that opens it. */
export const invite: Route<AuthService> = authRoute({
  id: 'auth.invite',
  method: 'POST',
  path: '/invite',
  summary: 'Makes an account for an address and mails an invitation.',
  access: 'service',
  input: { body: Type.Object({ email: optionalText, data: optionalMetadata }) },
  errors: ['email_exists', 'over_email_send_rate_limit', 'validation_failed'],
  async handler(service, request) {
    const actor = await adminActor(service, request);
    const body = cleanInput(request.body);
    const email = parseEmail(body.email ?? '');
    const context = contextOf(service, request);
    const user = await inviteUser(service, context, actor, email, metadata(body.data) ?? {});
    return { status: 200, body: userBody(user) };
  },
});
