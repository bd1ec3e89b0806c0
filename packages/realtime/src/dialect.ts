import type { AppError, ErrorDialect, RouteReply } from '@plinth/kernel';
import { realtimeError } from './errors.ts';

/** Upstream's shapes: `message`, `errors` for what is wrong with messages, `error` for a media type. */
export const realtimeDialect: ErrorDialect = {
  render(failure: AppError): RouteReply {
    const error = translate(failure);
    return { status: error.status, headers: error.headers, body: bodyOf(error) };
  },
};

function bodyOf({ code, message, details }: AppError): object {
  if (code === 'UnprocessableEntity' && details !== null) return { errors: details };
  if (code === 'UnsupportedMediaType') return { error: message };
  return { message };
}

/** A failure of the gateway in the words of realtime. */
function translate(error: AppError): AppError {
  switch (error.code) {
    case 'invalid_token':
    case 'invalid_api_key':
    case 'missing_api_key':
      return realtimeError('Unauthorized', { cause: error });
    case 'not_found':
    case 'method_not_allowed':
      return realtimeError('NotFound');
    case 'unavailable':
      return realtimeError('UnableToConnectToProject', { cause: error.cause });
    case 'internal':
      return realtimeError('InternalError', { cause: error.cause });
    default:
      return error;
  }
}
