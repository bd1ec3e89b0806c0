import type { Route } from '@plinth/kernel';
import type { AuthService } from '../../service.ts';
import { factorBody } from '../../users/user-body.ts';
import { authRoute } from '../auth-route.ts';
import { adminActor } from './admin-actor.ts';
import { findTarget } from './find-target.ts';

/** GET /admin/users/:user_id/factors. */
export const listFactors: Route<AuthService> = authRoute({
  id: 'auth.list-factors',
  method: 'GET',
  path: '/admin/users/:user_id/factors',
  summary: "A user's second factors.",
  access: 'service',
  errors: ['not_admin', 'user_not_found', 'validation_failed'],
  async handler(service, request) {
    await adminActor(service, request);
    const { factors } = await findTarget(service, request);
    return { status: 200, body: factors.map(factorBody) };
  },
});
