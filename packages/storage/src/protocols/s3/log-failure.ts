import { AppError, type RouteRequest } from '@plinth/kernel';

/** Writes a failure to the log where it is the server’s; what clients do wrong, or what is not offered, only they need to know. */
export function logFailure(error: unknown, request: RouteRequest): void {
  const known = error instanceof AppError ? error : undefined;
  if (known !== undefined && (known.status < 500 || known.status === 501)) return;
  request.log.error(
    {
      service: 'storage',
      requestId: request.id,
      method: request.method,
      code: known?.code ?? 'InternalError',
      err: known?.cause ?? error,
    },
    'request of the S3 protocol failed',
  );
}
