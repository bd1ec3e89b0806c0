import { type ErrorFactory, errorFactory } from '@plinth/kernel';

/** Failures of the Data API, with PostgREST's codes, statuses and words. */
export const dataErrors = {
  '21000': {
    status: 400,
    message: 'UPDATE requires a WHERE clause',
    when: 'UPDATE or DELETE without any filter, which would change every row of the table.',
  },
  '42712': {
    status: 400,
    message: 'table name specified more than once',
    when: 'Two embeds of one level have the same name; an alias tells them apart.',
  },
  PGRST000: {
    status: 503,
    message: 'Database connection error.',
    when: 'The database cannot be reached.',
  },
  PGRST001: {
    status: 503,
    message: 'Database client error. Retrying the connection.',
    when: 'The connection broke before the answer came.',
  },
  PGRST002: {
    status: 503,
    message: 'Could not query the database for the schema cache. Retrying.',
    when: 'The schema has not been read yet: the server has just started, or the database is away.',
  },
  PGRST003: {
    status: 504,
    message: 'Timed out acquiring connection from connection pool.',
    when: 'All connections were busy for too long.',
  },
  PGRST100: {
    status: 400,
    message: 'The query string could not be parsed',
    when: 'A parameter of the URL does not follow its grammar.',
  },
  PGRST101: {
    status: 405,
    message: 'Cannot use this method on RPC',
    when: 'A function is called with a method other than GET, HEAD or POST.',
  },
  PGRST102: {
    status: 400,
    message: 'Empty or invalid json',
    when: 'The request body is malformed, or of a type that cannot be taken here.',
  },
  PGRST103: {
    status: 416,
    message: 'Requested range not satisfiable',
    when: 'The requested range is empty, or lies behind the last row.',
  },
  PGRST105: {
    status: 405,
    message: "Filters must include all and only primary key columns with 'eq' operators",
    when: 'PUT without exactly one `eq` filter for each column of the primary key.',
  },
  PGRST106: {
    status: 406,
    message: 'Invalid schema',
    when: 'The profile header names a schema that is not exposed.',
  },
  PGRST107: {
    status: 406,
    message: 'None of the requested media types are available',
    when: 'No media type of the Accept header can be produced.',
  },
  PGRST108: {
    status: 400,
    message: 'Not an embedded resource in this request',
    when: 'A filter, order or limit names a resource that `select` does not embed.',
  },
  PGRST111: {
    status: 500,
    message:
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    when: 'A function of the database has set response.headers to something else.',
  },
  PGRST112: {
    status: 500,
    message: 'response.status guc must be a valid status code',
    when: 'A function of the database has set response.status to something else.',
  },
  PGRST114: {
    status: 400,
    message: 'limit/offset querystring parameters are not allowed for PUT',
    when: 'PUT with a limit or an offset.',
  },
  PGRST115: {
    status: 400,
    message: 'Payload values do not match URL in primary key column(s)',
    when: 'PUT whose body has another primary key than its URL.',
  },
  PGRST116: {
    status: 406,
    message: 'Cannot coerce the result to a single JSON object',
    when: 'One object was asked for, and there is none or more than one.',
  },
  PGRST117: {
    status: 405,
    message: 'Unsupported HTTP method',
    when: 'A method that no resource has.',
  },
  PGRST118: {
    status: 400,
    message: 'A related order is not possible',
    when: 'Ordering by a column of a to-many embed.',
  },
  PGRST120: {
    status: 400,
    message: 'Bad operator on the embedded resource',
    when: 'A filter on an embed other than `is.null` and `not.is.null`.',
  },
  PGRST121: {
    status: 500,
    message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
    when: 'A function raises SQLSTATE PGRST with a MESSAGE or DETAIL that is not the JSON it must be.',
  },
  PGRST122: {
    status: 400,
    message: 'Invalid preferences given with handling=strict',
    when: '`Prefer: handling=strict` together with preferences that do not exist.',
  },
  PGRST123: {
    status: 400,
    message: 'Use of aggregate functions is not allowed',
    when: 'An aggregate in `select` while aggregates are switched off.',
  },
  PGRST124: {
    status: 400,
    message: 'Query result exceeds max-affected preference constraint',
    when: 'More rows would change than `Prefer: max-affected` allows.',
  },
  PGRST125: {
    status: 404,
    message: 'Invalid path specified in request URL',
    when: 'A path that is neither a table nor a function.',
  },
  PGRST126: {
    status: 404,
    message: 'Root endpoint metadata is disabled',
    when: 'The description of the API is switched off.',
  },
  PGRST127: {
    status: 400,
    message: 'Feature not implemented',
    when: 'An aggregate inside a to-many spread.',
  },
  PGRST128: {
    status: 400,
    message:
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    when: '`max-affected` on a function that returns one value.',
  },
  PGRST200: {
    status: 400,
    message: 'Could not find a relationship in the schema cache',
    when: '`select` embeds a resource that no foreign key or function leads to.',
  },
  PGRST201: {
    status: 300,
    message: 'Could not embed because more than one relationship was found',
    when: 'Several foreign keys lead to the embedded resource and no hint chooses one.',
  },
  PGRST202: {
    status: 404,
    message: 'Could not find the function in the schema cache',
    when: 'No function of this name takes these arguments.',
  },
  PGRST203: {
    status: 300,
    message: 'Could not choose the best candidate function',
    when: 'Several overloads take these arguments.',
  },
  PGRST204: {
    status: 400,
    message: 'Could not find the column in the schema cache',
    when: 'The body or `columns` names a column that the table does not have.',
  },
  PGRST205: {
    status: 404,
    message: 'Could not find the table in the schema cache',
    when: 'No table or view of this name is exposed.',
  },
  PGRST300: {
    status: 500,
    message: 'Server lacks JWT secret',
    when: 'A token came and the server has no key to verify it.',
  },
  PGRST301: {
    status: 401,
    message: 'JWT cryptographic operation failed',
    when: 'The token is malformed, or signed by a key that the project does not have.',
  },
  PGRST302: {
    status: 401,
    message: 'Anonymous access is disabled',
    when: 'A request without a token, and no role for such.',
  },
  PGRST303: {
    status: 401,
    message: 'JWT expired',
    when: 'The claims of the token do not hold: expired, not yet valid, for another audience.',
  },
  PGRSTX00: {
    status: 500,
    message: 'Something went wrong on the server; the log has the request id',
    when: 'A defect of the server. The log names it under the request id.',
  },
} as const;

/** Makes an error of the Data API's catalogue. */
export const dataError: ErrorFactory<typeof dataErrors> = errorFactory(dataErrors);

/** Codes that the Data API itself gives; those of Postgres come besides. */
export type DataErrorCode = keyof typeof dataErrors;
