import { type AppError, JwtError, type JwtFailure, type RouteRequest } from '@plinth/kernel';
import { storageError } from '../errors.ts';

/** What upstream says about a bearer token it does not accept, by the reason. */
const jwtReasons: Readonly<Record<JwtFailure, string>> = {
  empty: 'Invalid Compact JWS',
  malformed: 'Invalid Compact JWS',
  algorithm: '"alg" (Algorithm) Header Parameter value not allowed',
  no_key: 'no applicable key found in the JSON Web Key Set',
  signature: 'signature verification failed',
  expired: '"exp" claim timestamp check failed',
  not_yet_valid: '"nbf" claim timestamp check failed',
  issued_in_future: '"iat" claim timestamp check failed',
  audience: 'unexpected "aud" claim value',
  claims: 'JWT Claims Set must be a top-level JSON object',
};

function jwtMessage(error: JwtError): string {
  return jwtReasons[error.failure];
}

/** A failure of the gateway in the words of the Storage API; one of the Storage API itself stays as it is. */
export function translate(error: AppError, request: RouteRequest | undefined): AppError {
  switch (error.code) {
    case 'invalid_token':
      return storageError('AccessDenied', {
        message: error.cause instanceof JwtError ? jwtMessage(error.cause) : 'Invalid Compact JWS',
      });
    case 'invalid_api_key':
    case 'missing_api_key':
      return storageError('AccessDenied', { message: 'Invalid Compact JWS' });
    case 'secret_key_in_browser':
      return storageError('AccessDenied', { message: error.message });
    case 'forbidden':
      return storageError('InvalidRole');
    case 'invalid_request':
      return malformed(error);
    case 'body_too_large':
      return storageError('EntityTooLarge', { message: 'Request body is too large' });
    case 'request_timeout':
      return storageError('DatabaseTimeout');
    case 'unavailable':
      return storageError('Unavailable', { cause: error.cause });
    case 'not_found':
    case 'method_not_allowed':
      return storageError('NotFound', { message: routeMessage(request) });
    case 'internal':
      return storageError('InternalError', { cause: error.cause });
    default:
      return error;
  }
}

/** `body.sortBy.order must be…` as upstream writes it: `body/sortBy/order must be…`. */
function malformed(error: AppError): AppError {
  const { part, path = '' } = (error.details ?? {}) as { part?: string; path?: string };
  const own = `${part}${path.replaceAll('/', '.')}`;
  const message =
    part !== undefined && error.message.startsWith(own)
      ? `${part}${path}${error.message.slice(own.length)}`
      : error.message;
  return storageError('InvalidRequest', { message, details: { part: part ?? 'request' } });
}

function routeMessage(request: RouteRequest | undefined): string {
  return `Route ${request?.method ?? 'GET'}:${request?.path ?? '/'} not found`;
}
