import type { AppError, ErrorDialect, RouteReply, RouteRequest } from '@plinth/kernel';
import type { SqlCause } from '../../base/database-failure.ts';
import type { WeakPassword } from '../../passwords/strength.ts';
import { apiVersionHeader, errorVersion, stringCodes } from './api-version.ts';
import { translate } from './kernel-failures.ts';

/** What `details` of an error of the Auth API can hold. */
interface Details {
  readonly weak_password?: WeakPassword;
  readonly cause?: SqlCause;
}

/** Failures of the gateway's key check: hosted answers them before GoTrue is asked. */
const keyFailures: readonly string[] = [
  'invalid_api_key',
  'missing_api_key',
  'secret_key_in_browser',
];

/** GoTrue's two error shapes; which one, the request's API version says. */
export const authDialect: ErrorDialect = {
  render(failure: AppError, request?: RouteRequest): RouteReply {
    if (keyFailures.includes(failure.code)) {
      return {
        status: failure.status,
        body: { message: failure.message, ...(failure.hint !== null && { hint: failure.hint }) },
      };
    }
    const error = translate(failure, request);
    const version = errorVersion(request?.headers[apiVersionHeader]);
    const body = version === undefined ? legacyBody(error, request?.id) : currentBody(error);
    return {
      status: error.status,
      headers: {
        ...error.headers,
        'x-sb-error-code': error.code,
        ...(version !== undefined && { [apiVersionHeader]: stringCodes }),
      },
      body,
    };
  },
};

function currentBody(error: AppError): object {
  return { code: error.code, message: error.message, ...extras(error) };
}

/** In this shape GoTrue answers what a trigger raised in Postgres' own words; `error_code` is added. */
function legacyBody(error: AppError, requestId: string | undefined): object {
  const { cause, ...rest } = extras(error);
  if (cause !== undefined) return { ...cause, error_code: error.code };
  return {
    code: error.status,
    error_code: error.code,
    msg: error.message,
    ...(error.status >= 500 && requestId !== undefined && { error_id: requestId }),
    ...rest,
  };
}

function extras(error: AppError): Details {
  const { details } = error;
  return typeof details === 'object' && details !== null ? (details as Details) : {};
}
