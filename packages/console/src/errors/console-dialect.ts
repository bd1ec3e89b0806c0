import type { AppError, ErrorDialect, RouteReply, RouteRequest } from '@plinth/kernel';
import type { ConsoleError, DatabaseErrorDetails } from '../api/members.ts';

/** Words failures as `ConsoleError`. */
export const consoleDialect: ErrorDialect = {
  render: (error: AppError, request?: RouteRequest): RouteReply => {
    const body: ConsoleError = {
      code: error.code,
      message: error.message,
      hint: error.hint,
      ...(isDatabaseError(error.details) && { database: error.details }),
      requestId: request?.id ?? '',
    };
    return { status: error.status, headers: error.headers, body };
  },
};

function isDatabaseError(details: unknown): details is DatabaseErrorDetails {
  return (
    typeof details === 'object' &&
    details !== null &&
    'sqlState' in details &&
    'position' in details
  );
}
