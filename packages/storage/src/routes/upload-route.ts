import type { Readable } from 'node:stream';
import { AppError, type Route, type RouteSchemas } from '@plinth/kernel';
import { drain } from '../input/incoming.ts';
import type { StorageService } from '../service.ts';
import { storageRoute } from './storage-route.ts';

/**
 * A route that takes a file. Where it refuses, what is left of the body is read first, within bounds: a client that is
 * still sending would otherwise see a broken connection instead of the reason.
 */
export const uploadRoute: <const S extends RouteSchemas = RouteSchemas>(
  definition: Route<StorageService, S>,
) => Route<StorageService> = (definition) => {
  const inner = storageRoute(definition);
  return {
    ...inner,
    body: 'stream',
    async handler(service, request) {
      try {
        return await inner.handler(service, request);
      } catch (error) {
        const isDrained = await drain(request.body as Readable | undefined);
        throw isDrained ? error : closing(error);
      }
    },
  };
};

/** The same failure, after which the connection ends. */
function closing(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, status, message, details, hint, headers, cause } = error;
  return new AppError(code, status, message, {
    details,
    hint,
    cause,
    headers: { ...headers, connection: 'close' },
  });
}
