import { type ErrorFactory, errorFactory } from './error-catalogue.ts';

/**
 * Failures of the gateway, before a service is asked. Each dialect maps these codes to its own shape.
 */
export const kernelErrors = {
  invalid_token: {
    status: 401,
    message: 'The access token is not valid',
    when: 'The bearer token is malformed, expired, or signed by a key this project does not have.',
  },
  invalid_api_key: {
    status: 401,
    message: 'Invalid API key',
    when: 'The apikey is neither a key of this project nor a valid token.',
  },
  missing_api_key: {
    status: 401,
    message: 'No API key found in request',
    when: 'The project requires an API key and the request carries none.',
  },
  secret_key_in_browser: {
    status: 401,
    message: 'Forbidden use of secret API key in browser',
    when: 'A secret key arrives from a browser; whoever opens the page could read it.',
  },
  forbidden: {
    status: 403,
    message: 'This caller may not do that',
    when: 'The caller is known but the route is not for its role.',
  },
  not_found: {
    status: 404,
    message: 'No such route',
    when: 'No service answers at this path.',
  },
  project_not_found: {
    status: 404,
    message: 'There is no such project here',
    when: 'The path prefix or the host names a project that this server does not host.',
  },
  method_not_allowed: {
    status: 405,
    message: 'Method not allowed',
    when: 'The path exists, but not for this HTTP method.',
  },
  request_timeout: {
    status: 504,
    message: 'The request took too long',
    when: 'A handler did not answer within its time.',
  },
  body_too_large: {
    status: 413,
    message: 'The request body is too large',
    when: 'The body is larger than the limit of the service.',
  },
  invalid_request: {
    status: 400,
    message: 'The request is not valid',
    when: 'A parameter or the body does not have the shape that the route asks for.',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many requests',
    when: 'More requests from one address than the limit of the route class allows.',
  },
  unavailable: {
    status: 503,
    message: 'The service is not available at the moment',
    when: 'The server is starting, stopping, or cannot reach its database.',
  },
  internal: {
    status: 500,
    message: 'Something went wrong on the server; the log has the request id',
    when: 'A defect of Plinth. The log names it under the request id.',
  },
} as const;

/** Makes an error of the gateway's catalogue. */
export const kernelError: ErrorFactory<typeof kernelErrors> = errorFactory(kernelErrors);
