import type { Route } from '@plinth/kernel';
import type { AuthService } from '../../service.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/** The upstream release whose behaviour this is. */
const version = 'v2.196.0';

/** GET /health: that the Auth API answers. Clients tell GoTrue by the name. */
export const health: Route<AuthService> = authRoute({
  id: 'auth.health',
  method: 'GET',
  path: '/health',
  summary: 'Says that the Auth API answers.',
  access: forEveryone,
  handler: () => ({
    status: 200,
    body: {
      version,
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    },
  }),
});
