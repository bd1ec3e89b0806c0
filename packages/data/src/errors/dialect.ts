import {
  AppError,
  type ErrorDialect,
  JwtError,
  type RouteReply,
  type RouteRequest,
} from '@plinth/kernel';
import { dataError } from './catalogue.ts';
import { fromJwtError } from './from-jwt-error.ts';

/** How errors are shown: `minimal` shows code and message only. */
export type ErrorVerbosity = 'verbose' | 'minimal';

/** Renders failures as PostgREST does. */
export function createDataDialect(verbosity: ErrorVerbosity): ErrorDialect {
  return { render: (error, request) => render(toDataError(error, request), verbosity) };
}

/** The dialect of the Data API. */
export const dataDialect: ErrorDialect = createDataDialect('verbose');

function render(error: AppError, verbosity: ErrorVerbosity): RouteReply {
  const { code, status, message, details, hint, headers } = error;
  const body = verbosity === 'minimal' ? { code, message } : { code, details, hint, message };
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // A function may raise any text as its code.
      'proxy-status': `PostgREST; error=${code.replace(/[^\x20-\x7e]/g, '?')}`,
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

/** Failures of the gateway in this API's words. */
function toDataError(error: AppError, request: RouteRequest | undefined): AppError {
  if (error.cause instanceof JwtError) return fromJwtError(error.cause);
  switch (error.code) {
    case 'not_found':
      return unknownRoute(request);
    case 'invalid_token':
    case 'invalid_api_key':
    case 'missing_api_key':
    case 'secret_key_in_browser':
      return new AppError('PGRST301', error.status, error.message, {
        headers: { ...error.headers, 'www-authenticate': 'Bearer' },
        cause: error,
      });
    case 'body_too_large':
      return dataError('PGRST102', { status: 413, message: error.message });
    case 'invalid_request':
      return dataError('PGRST100', { status: error.status, message: error.message });
    case 'internal':
      return dataError('PGRSTX00', { cause: error.cause ?? error });
    default:
      return error;
  }
}

/** The routes take any path of one segment, and functions: then it is the method that is unknown. */
function unknownRoute(request: RouteRequest | undefined): AppError {
  const { path = '', method = '' } = request ?? {};
  if (/^\/rpc\/[^/]+$/.test(path)) {
    return dataError('PGRST101', { message: `Cannot use the ${method} method on RPC` });
  }
  if (/^\/?[^/]*$/.test(path)) {
    return dataError('PGRST117', { message: `Unsupported HTTP method: ${method}` });
  }
  return dataError('PGRST125');
}
