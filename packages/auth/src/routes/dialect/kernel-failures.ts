import { type AppError, JwtError, type JwtFailure, type RouteRequest } from '@plinth/kernel';
import { authError } from '../../errors.ts';
import { hasBearer } from './bearer.ts';

/** What GoTrue says about a token it does not accept, by the reason. */
const jwtReasons: Readonly<Record<JwtFailure, string>> = {
  empty: 'token is malformed: token contains an invalid number of segments',
  malformed: 'token is malformed: token contains an invalid number of segments',
  algorithm: 'token signature is invalid: signing method is invalid',
  no_key: 'token is unverifiable: error while executing keyfunc: unrecognized JWT kid',
  signature: 'token signature is invalid: signature is invalid',
  expired: 'token has invalid claims: token is expired',
  not_yet_valid: 'token has invalid claims: token is not valid yet',
  issued_in_future: 'token has invalid claims: token used before issued',
  audience: 'token has invalid claims: token has invalid audience',
  claims: 'token has invalid claims',
};

/** A failure of the gateway in GoTrue's words; one of the Auth API itself stays as it is. */
export function translate(error: AppError, request: RouteRequest | undefined): AppError {
  switch (error.code) {
    case 'invalid_token':
      return invalidToken(error, request);
    case 'forbidden':
      return forbidden(error, request);
    case 'invalid_request':
      return invalidRequest(error);
    case 'body_too_large':
      return authError('request_entity_too_large');
    case 'request_timeout':
      return authError('request_timeout');
    case 'too_many_requests':
      return authError('over_request_rate_limit', { headers: error.headers });
    case 'internal':
      return authError('unexpected_failure', { cause: error.cause });
    default:
      return error;
  }
}

function invalidToken(error: AppError, request: RouteRequest | undefined): AppError {
  if (error.cause instanceof JwtError) {
    const reason = jwtReasons[error.cause.failure];
    return authError('bad_jwt', {
      message: `invalid JWT: unable to parse or verify signature, ${reason}`,
    });
  }
  return hasBearer(request) ? missingSubject() : authError('no_authorization');
}

/** The caller is known (an API key, say) but the route is not for it. */
function forbidden(error: AppError, request: RouteRequest | undefined): AppError {
  if (!hasBearer(request)) return authError('no_authorization');
  const forUsers = isRecord(error.details) && error.details.access === 'user';
  return forUsers ? missingSubject() : authError('not_admin');
}

/** GoTrue's words for a valid token that is not a user's, such as the public key. */
function missingSubject(): AppError {
  return authError('bad_jwt', { message: 'invalid claim: missing sub claim' });
}

function invalidRequest(error: AppError): AppError {
  const ofBody = isRecord(error.details) && error.details.part === 'body';
  return ofBody
    ? authError('bad_json', { message: `Could not parse request body as JSON: ${error.message}` })
    : authError('validation_failed', { message: error.message });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
