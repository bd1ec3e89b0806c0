import type { Access, HttpMethod, Route } from '@plinth/kernel';
import { authError, type authErrors } from '../../errors.ts';
import type { AuthService } from '../../service.ts';
import { authenticate } from '../../sessions/authenticate.ts';
import { adminActor } from '../admin/admin-actor.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/** Which part of the Auth API is off, and how upstream says so. */
export interface DisabledFeature {
  readonly code: keyof typeof authErrors;
  readonly message?: string;
}

/** A path below which nothing works while its feature is off; whoever may not call it hears that first. */
export function disabledRoute(
  id: string,
  method: HttpMethod | readonly HttpMethod[],
  path: string,
  { code, message }: DisabledFeature,
  access: Access = forEveryone,
): Route<AuthService> {
  return authRoute({
    id: `auth.${id}`,
    method,
    path,
    summary: 'Belongs to a feature that is off.',
    access,
    errors: [code],
    async handler(service, request) {
      if (access === 'user') await authenticate(service, request.caller);
      if (access === 'service') await adminActor(service, request);
      throw authError(code, message === undefined ? {} : { message });
    },
  });
}
