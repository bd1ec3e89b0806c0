import { type Access, type Route, type RouteSchemas, route } from '@plinth/kernel';
import { attempt } from '../flows/steps/attempt.ts';
import type { AuthService } from '../service.ts';

const unexpected = 'Unexpected failure, please check server logs for more information';

/**
 * Types a route of the Auth API by its schemas. A database that does not answer is no defect: it is
 * answered as `unavailable` or `request_timeout` wherever it happens.
 */
export const authRoute: <const S extends RouteSchemas = RouteSchemas>(
  definition: Route<AuthService, S>,
) => Route<AuthService> = (definition) =>
  route<AuthService>()({
    ...definition,
    handler: (service, request) =>
      attempt(unexpected, async () => definition.handler(service, request)),
  });

/**
 * Access of the routes by which people sign in. GoTrue never looks at their Authorization header, and
 * clients send what they have there: an expired access token while they refresh it, for one.
 */
export const forEveryone: Access = 'open';
