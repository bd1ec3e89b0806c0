import type { Route } from '@plinth/kernel';
import type { AuthService } from '../../service.ts';
import { userBody } from '../../users/user-body.ts';
import { authRoute } from '../auth-route.ts';
import { adminActor } from './admin-actor.ts';
import { findTarget } from './find-target.ts';

/** GET /admin/users/:user_id. */
export const getUserById: Route<AuthService> = authRoute({
  id: 'auth.get-user-by-id',
  method: 'GET',
  path: '/admin/users/:user_id',
  summary: 'One user of the project.',
  access: 'service',
  errors: ['not_admin', 'user_not_found', 'validation_failed'],
  async handler(service, request) {
    await adminActor(service, request);
    return { status: 200, body: userBody(await findTarget(service, request)) };
  },
});
