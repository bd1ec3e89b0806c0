import { type Route, type RouteSchemas, route } from '@plinth/kernel';
import { storageError } from '../errors.ts';
import type { StorageService } from '../service.ts';

/**
 * Types a route of the Storage API by its schemas. A route for keys refuses who brought none, in upstream's words:
 * its bearer token is then the empty one.
 */
export const storageRoute: <const S extends RouteSchemas = RouteSchemas>(
  definition: Route<StorageService, S>,
) => Route<StorageService> = (definition) =>
  route<StorageService>()({
    ...definition,
    handler(service, request) {
      if (definition.access !== 'open' && request.caller.kind === 'anonymous') {
        throw storageError('AccessDenied', { message: 'Invalid Compact JWS' });
      }
      return definition.handler(service, request);
    },
  });
