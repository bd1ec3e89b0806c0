import type { Route } from '@plinth/kernel';
import { updateUser as updateUserFlow } from '../../flows/admin/update-user.ts';
import { assertShort, cleanInput, metadata } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { parsePhone } from '../../input/phone.ts';
import { contextOf } from '../../input/request-context.ts';
import { assertStrongPassword } from '../../passwords/strength.ts';
import type { AuthService } from '../../service.ts';
import { userBody } from '../../users/user-body.ts';
import { authRoute } from '../auth-route.ts';
import { adminActor } from './admin-actor.ts';
import { findTarget } from './find-target.ts';
import { adminUserBody, bannedUntil } from './user-input.ts';

/** PUT /admin/users/:user_id. */
export const updateUserById: Route<AuthService> = authRoute({
  id: 'auth.update-user-by-id',
  method: 'PUT',
  path: '/admin/users/:user_id',
  summary: 'Changes a user; nothing needs its confirmation.',
  access: 'service',
  input: { body: adminUserBody },
  errors: ['email_exists', 'phone_exists', 'user_not_found', 'validation_failed', 'weak_password'],
  async handler(service, request) {
    const actor = await adminActor(service, request);
    const user = await findTarget(service, request);
    const body = cleanInput(request.body);
    const { password } = body;
    const given = password !== null && password !== undefined;
    if (given) assertStrongPassword(password, service.policy.passwords);
    const changed = await updateUserFlow(service, contextOf(service, request), actor, user.id, {
      role: body.role ? assertShort(body.role, 'role') : undefined,
      email: body.email ? parseEmail(body.email) : undefined,
      phone: body.phone ? parsePhone(body.phone) : undefined,
      passwordHash: given ? await service.passwords.hash(password) : undefined,
      confirmEmail: body.email_confirm ?? false,
      confirmPhone: body.phone_confirm ?? false,
      userMetadata: metadata(body.user_metadata),
      appMetadata: metadata(body.app_metadata),
      bannedUntil: bannedUntil(body.ban_duration, service.clock.now()),
    });
    return { status: 200, body: userBody(changed) };
  },
});
