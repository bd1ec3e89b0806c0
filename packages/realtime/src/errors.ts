import { type ErrorFactory, errorFactory } from '@plinth/kernel';

/** Failures of the HTTP calls of realtime; sockets say theirs in replies and system messages. */
export const realtimeErrors = {
  Unauthorized: {
    status: 401,
    message: 'Unauthorized',
    when: 'The request carries no key or token, or one that is not valid.',
  },
  Forbidden: {
    status: 403,
    message: 'Unauthorized',
    when: 'No policy of realtime.messages lets the caller send to this private topic.',
  },
  UnsupportedMediaType: {
    status: 415,
    message: 'Unsupported Media Type. Use application/json or application/octet-stream',
    when: 'The body of a single message is neither JSON nor bytes.',
  },
  UpgradeRequired: {
    status: 426,
    message:
      'This address takes WebSockets, and the request asks for none (does a proxy drop the Upgrade header?)',
    when: 'A plain HTTP request comes to the address of the WebSocket.',
  },
  UnprocessableEntity: {
    status: 422,
    message: 'The messages are not valid',
    when: 'A message lacks a topic, an event or a payload, or is too large; `errors` names what.',
  },
  TooManyRequests: {
    status: 429,
    message: 'You have exceeded your rate limit',
    when: 'More messages are sent per second than the project allows.',
  },
  UnableToConnectToProject: {
    status: 503,
    message: 'Realtime was unable to connect to the project database',
    when: 'Policies cannot be asked because the database cannot be reached.',
  },
  IncreaseConnectionPool: {
    status: 503,
    message: 'Please increase your connection pool size',
    when: 'No database connection became free in time to ask policies or to replay messages.',
  },
  DatabaseLackOfConnections: {
    status: 503,
    message: "Database can't accept more connections, Realtime won't connect",
    when: 'Postgres has no connection left.',
  },
  QueryCanceled: {
    status: 504,
    message: 'canceling statement due to statement timeout',
    when: 'Policies of realtime.messages, or a replay, took longer than five seconds.',
  },
  UnableToReplayMessages: {
    status: 400,
    message: 'Replay params are not valid',
    when: 'A join asks for stored messages with a time or a limit that is no whole number.',
  },
  NotFound: {
    status: 404,
    message: 'not found',
    when: 'No call of realtime answers at this path.',
  },
  InternalError: {
    status: 500,
    message: 'Internal Server Error',
    when: 'A defect. The log names it under the request id.',
  },
} as const;

/** Makes an error of the catalogue. */
export const realtimeError: ErrorFactory<typeof realtimeErrors> = errorFactory(realtimeErrors);
