import type { Readable } from 'node:stream';
import {
  AppError,
  type HttpMethod,
  type Route,
  type RouteReply,
  type RouteRequest,
} from '@plinth/kernel';
import { drain } from '../../../input/incoming.ts';
import { storageRoute } from '../../../routes/storage-route.ts';
import type { StorageService } from '../../../service.ts';
import type { Door } from '../admission.ts';
import { type ProtocolHeaders, protocolHeaders, tusVersion } from '../protocol-headers.ts';

/** A step of the protocol, the same at both of its doors. */
export interface TusStep {
  /** `tus-<what it does>`. */
  readonly name: string;
  readonly method: HttpMethod;
  /** Below the door's own path. */
  readonly path: '' | '/*';
  readonly summary: string;
  readonly errors: readonly string[];
  handle(
    service: StorageService,
    request: RouteRequest,
    headers: ProtocolHeaders,
    door: Door,
  ): Promise<RouteReply>;
}

/** A step as a route of the Storage API. Its failures are plain text with their real status. */
export function tusRoute(step: TusStep, door: Door): Route<StorageService> {
  const { name, method, path, summary, errors } = step;
  return storageRoute({
    id: `storage.${name}${door.isSigned ? '-signed' : ''}`,
    method,
    path: `${door.path}${path}`,
    summary: door.isSigned ? `${summary} With the token of a signed upload URL.` : summary,
    access: door.isSigned ? 'open' : 'key',
    body: 'stream',
    errors,
    async handler(service, request) {
      try {
        const headers = protocolHeaders(request.headers, method);
        return withVersion(await step.handle(service, request, headers, door));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.status >= 500 && error.status !== 501)
          request.log.error(
            { requestId: request.id, err: error.cause ?? error },
            'resumable upload failed',
          );
        // A client that is still sending would otherwise see a broken connection instead of the reason.
        const isDrained = await drain((request.body ?? undefined) as Readable | undefined);
        return withVersion({
          status: error.status,
          headers: {
            'content-type': 'text/plain; charset=utf-8',
            'cache-control': 'no-store',
            ...error.headers,
            ...(!isDrained && { connection: 'close' }),
          },
          body: error.message,
        });
      }
    },
  });
}

function withVersion(reply: RouteReply): RouteReply {
  return { ...reply, headers: { 'tus-resumable': tusVersion, ...reply.headers } };
}
