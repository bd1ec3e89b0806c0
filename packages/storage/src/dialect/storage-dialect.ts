import type { AppError, ErrorDialect, RouteReply, RouteRequest } from '@plinth/kernel';
import { type StorageErrorCode, storageErrors } from '../errors.ts';
import { translate } from './kernel-failures.ts';
import { wireNames } from './wire-names.ts';

/**
 * Upstream's error shape: HTTP 400 for nearly everything, the real status as text in the body. A failure that the
 * gateway's schema check found is answered as upstream's does: `error` "Error" and a real 400.
 */
export const storageDialect: ErrorDialect = {
  render(failure: AppError, request?: RouteRequest): RouteReply {
    const error = translate(failure, request);
    const name = wireNames[error.code as StorageErrorCode] ?? {};
    const code = name.code ?? error.code;
    return {
      status: httpStatus(error, name.realStatus === true),
      headers: { 'cache-control': 'no-store', ...error.headers },
      body: {
        statusCode: String(error.status),
        error: isMalformed(error) ? 'Error' : (name.error ?? code),
        message: error.message,
        code,
      },
    };
  },
};

function httpStatus(error: AppError, realStatus: boolean): number {
  if (realStatus || error.status === 500 || !(error.code in storageErrors)) return error.status;
  return 400;
}

function isMalformed({ details }: AppError): boolean {
  return typeof details === 'object' && details !== null && 'part' in details;
}
